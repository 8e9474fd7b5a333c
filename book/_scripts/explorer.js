/* The explorer: games to set up, solve and look into, in a page without kernel or network.

Each tool is a <div class="explorer"> that pokerlab/pages/explorer.py wrote: what stands there
without scripts, and the tool's data. Here tools begin, and say in the address what they show.

Where there is no page, the same program is the Web Worker that solves. */

import { readAddress } from "./address.js";
import { AddressBar } from "./address-bar.js";
import { unpackCounts } from "./counts.js";
import { HoldemDeal } from "./deals.js";
import { programText } from "./build-constants.js";
import { findOne } from "./elements.js";
import { NoLimit } from "./no-limit.js";
import { OneRound } from "./one-round.js";
import { Preflop } from "./preflop.js";
import { PushFold } from "./push-fold.js";
import { River } from "./river.js";
import { listen } from "./solver.js";
import { listed } from "./words.js";
/** @import { Gesture } from "./address-bar.js" */
/** @import { Palette } from "./tool-charts.js" */
/** @import { Port } from "./solver.js" */
/** @import { FoundPlans } from "./solver-client.js" */
/** @import { PackedPalette, Shared, Tool, ToolData } from "./tool.js" */

/** @type {Record<string, typeof Tool>} */
const TOOLS = {
    "push-fold": PushFold, preflop: Preflop, "one-round": OneRound, "no-limit": NoLimit,
    river: River,
};

/** Between these tools a stack is kept. */
const KEEP_STACK = ["push-fold", "no-limit"];

/** The section of the page that a tool is in.
@param {Tool} tool */
const sectionOf = tool => /** @type {HTMLElement} */ (tool.root.closest("section"));

/** The section of the example that is worked out, and the game that it is of. */
const example = globalThis.document?.getElementById("an-example-step-by-step");
const KIND_OF_EXAMPLE = "push-fold";

/** The colours as the page has them, pairs of the colour of an action and what is written on it.
@param {PackedPalette} stored
@returns {Palette} */
function unpackPalette({ ramp, ...byAction }) {
    /** @type {(pair: string[]) => { fill: string, ink: string }} */
    const color = ([fill, ink]) => ({ fill, ink });
    return {
        byAction: Object.fromEntries(
            Object.entries(byAction).map(([name, pair]) => [name, color(pair)])),
        raises: ramp.map(color),
    };
}

/** What tools ask where there is no worker: it never answers. */
const NO_WORKER = { postMessage: () => {} };

/** All tools of a page, one of which is in sight. */
class Explorer {
    /** @type {Tool[]} */
    tools = [];
    /** The tool that is in sight.
    @type {Tool} */
    toolInSight;
    addressBar = new AddressBar();

    constructor() {
        /** @type {HTMLElement[]} */
        const roots = [...document.querySelectorAll(/** @type {"div"} */ (".explorer"))];
        /** @type {ToolData[]} */
        const data = roots.map(root =>
            JSON.parse(root.querySelector("script")?.textContent ?? ""));
        const { deal: packed, palette } = data.find(ofTool => ofTool.deal) ?? {};
        if (!packed || !palette) throw new Error("tools: one with the deal and a palette is needed");
        const counts = unpackCounts(packed);
        /** @type {Shared} */
        this.shared = {
            deal: new HoldemDeal(counts), palette: unpackPalette(palette),
            worker: NO_WORKER,
            writeAddress: (tool, gesture) => this.writeAddress(tool, gesture),
            isInSight: tool => tool === this.toolInSight,
        };
        this.beginWorker();
        this.shared.worker.postMessage({ kind: "hands", counts });
        this.tools = roots.map((root, i) => new TOOLS[root.id](root, data[i], this.shared));
        /** Above the tools: it has a link to each. */
        this.tabBar = findOne(document, ".explorer-tabs");
        this.followAddress();
        // The linked tool is there, and loads no longer.
        document.querySelector(".explorer-loading")?.remove();
        addEventListener("hashchange", () => this.followAddress());
        this.listenToPrinting();
    }

    /** On paper are the charts of the tool that is in sight, whoever asks for it; also while a
    reader plays: whoever prints them wants to see them. */
    listenToPrinting() {
        const { classList } = document.documentElement;
        let scrolledTo = 0;
        /** The tool whose charts were hidden.
        @type {Tool | undefined} */
        let playingTool;
        addEventListener("beforeprint", () => {
            if (!classList.contains("explorer-alone")) scrolledTo = scrollY;
            classList.add("explorer-alone");
            if (this.toolInSight.isPlaying) playingTool = this.toolInSight;
            playingTool?.showCharts(true);
            this.toolInSight.prepareToPrint();
        });
        addEventListener("afterprint", () => {
            classList.remove("explorer-alone");
            playingTool?.showCharts(false);
            playingTool = undefined;
            // A page as short as what was printed has been scrolled to its top.
            scrollTo({ top: scrolledTo, behavior: "instant" });
        });
    }

    /** Begin the worker, which hears what tools ask. */
    beginWorker() {
        try {
            const script = new Blob([programText()], { type: "text/javascript" });
            const worker = new Worker(URL.createObjectURL(script));
            worker.onerror = error => this.fail(error);
            worker.onmessage = ({ data: found }) => {
                const { gameKind, subject } = /** @type {FoundPlans} */ (found).asker;
                this.toolOf(gameKind)?.receive(found, subject);
            };
            this.shared.worker = worker;
        } catch (error) {
            this.fail(/** @type {Error} */ (error));
        }
    }

    /** Say in all tools that nothing can be solved.
    @param {{ message?: string }} error */
    fail({ message }) {
        const reason = message ? ` (${message})` : "";
        this.shared.whyBroken = `the browser does not run the page's worker${reason}. `
            + "Load the page again, or try another browser";
        for (const tool of this.tools) tool.fail(this.shared.whyBroken);
    }

    /** The tool of a kind of game, if there is one.
    @param {string | undefined} gameKind */
    toolOf(gameKind) {
        return this.tools.find(tool => tool.gameKind === gameKind);
    }

    /** The settings of all tools, as a text to compare. */
    get textOfAll() {
        return this.tools.map(tool => tool.addressText).join(";");
    }

    /** The address of what all tools show, one of them first.
    @param {Tool} tool */
    addressOf(tool) {
        const others = this.tools.filter(other => other !== tool && other.isChanged);
        return `#${[tool, ...others].map(({ addressText }) => addressText).join(";")}`;
    }

    /** Show one tool, and let the tabs lead to the others as they are.
    @param {Tool} tool */
    showTool(tool) {
        const lastTool = this.toolInSight;
        this.toolInSight = tool;
        if (tool !== lastTool) {
            // Whoever goes to another tool hears of it.
            if (lastTool) tool.expectAnnouncement();
            tool.show();
        }
        example?.toggleAttribute("hidden", tool.gameKind !== KIND_OF_EXAMPLE);
        for (const other of this.tools) {
            sectionOf(other).hidden = other !== tool;
            other.tab.setAttribute("aria-current", String(other === tool));
            other.tab.setAttribute("href", this.addressFromTab(other));
        }
    }

    /** The address of another tool in the place of the one that is in sight. A stack that is set here
    is kept there, where none was set.
    @param {Tool} other */
    addressFromTab(other) {
        const { toolInSight } = this, stack = toolInSight.stackToKeep;
        const address = this.addressOf(other);
        const keepStack = toolInSight !== other
            && [toolInSight, other].every(({ gameKind }) => KEEP_STACK.includes(gameKind));
        if (!keepStack || stack === undefined || !other.canTakeStack(stack)) return address;
        const name = `#${other.gameKind}?`, rest = address.slice(name.length);
        return `${name}stack=${stack}${/^(;|$)/.test(rest) ? "" : ";"}${rest}`;
    }

    /** Let the address say what all tools show, one of them first; each gesture is a step of Back.
    @param {Tool} tool
    @param {Gesture} gesture */
    writeAddress(tool, gesture) {
        if (this.addressBar.tryToWrite(this.addressOf(tool), this.textOfAll, gesture))
            this.showTool(tool);
    }

    /** Let the tools show what the address says, if it speaks of them, and the first be in
    sight. */
    followAddress() {
        const { tools, addressBar } = this, address = addressBar.beginFollowing();
        const pairsByTool = readAddress(address), toolNames = [...pairsByTool.keys()];
        const named = this.toolOf(toolNames.find(name => this.toolOf(name)));
        const unknown = toolNames.filter(name => !this.toolOf(name));
        // The address of another part of the page, such as #further-reading, changes no tool.
        const speaksOfTools = named !== undefined || !address;
        // A quiz that its address begins gives its table the focus, which nothing hidden can have.
        if (named) sectionOf(named).hidden = false;
        if (speaksOfTools || addressBar.isNew)
            for (const tool of tools) tool.followAddress(pairsByTool.get(tool.gameKind) ?? []);
        const place = document.getElementById(address.slice(1).split("?")[0]);
        if (unknown.length && /[?=]/.test(address)) this.refuseToolNames(unknown, named);
        else if (address && !named && !place) this.refuseToolNames([address.slice(1)], named);
        addressBar.endFollowing(this.textOfAll, speaksOfTools ? address : undefined);
        const isOfExample = place !== null && example?.contains(place);
        const around = isOfExample ? this.toolOf(KIND_OF_EXAMPLE)
            : tools.find(tool => place && sectionOf(tool).contains(place));
        const staying = address ? this.toolInSight : undefined;
        this.showTool(named ?? around ?? staying ?? tools[0]);
        // Whoever sends on a game that began by chance sends the same one.
        if (named && tools.some(tool => tool.beganByChance))
            addressBar.replace(this.addressOf(named));
        this.scrollToNamed(named, around, place);
    }

    /** Scroll to what an address names, and to the refusals if it is refused.
    @param {Tool | undefined} named  the tool that it names
    @param {Tool | undefined} around  the tool that has the place that it names
    @param {HTMLElement | null} place */
    scrollToNamed(named, around, place) {
        const isAround = around && sectionOf(around).contains(place);
        if (named || isAround) this.tabBar.scrollIntoView();
        else place?.scrollIntoView();
        if (named) this.focusHeading(named);
        const isOfAddress = named !== undefined || !place;
        if (isOfAddress) (named ?? this.tools[0]).scrollToRefusals();
    }

    /** Let the keyboard go on where a link to a tool leads: at its heading, unless the focus is in
    the tool or on its tab.
    @param {Tool} tool */
    focusHeading(tool) {
        const { activeElement } = document, heading = sectionOf(tool).querySelector("h2");
        const isThere = tool.root.contains(activeElement)
            || activeElement?.closest(".explorer-tabs");
        if (!heading || isThere) return;
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    }

    /** Say that an address names tools that there are not.
    @param {(string | undefined)[]} toolNames
    @param {Tool | undefined} named  the tool that it names */
    refuseToolNames(toolNames, named) {
        const given = toolNames
            .map(name => name ? `no tool is called ${name}` : "it names no tool")
            .join(" and ");
        const tools = listed(this.tools.map(tool => tool.gameKind));
        const tool = named ?? this.tools[0];
        tool.refuseAddress(`${given}. There are ${tools}.`, tool === named);
    }
}

if (globalThis.document) new Explorer();
else listen(/** @type {Port} */ (/** @type {unknown} */ (globalThis)));
