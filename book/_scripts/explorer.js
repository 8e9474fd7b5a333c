/* The explorer: games to set up, solve and look into, in a page without kernel or network.

Each tool is a <div class="explorer"> that pokerlab/pages/explorer.py wrote: what stands there
without scripts, and the tool's data. Here tools begin, and say in the address what they show.

Where there is no page, the same program is the Web Worker that solves. */

import { lacks } from "./amounts.js";
import { unpackDeal } from "./deal.js";
import { Deal } from "./deals.js";
import { NoLimit } from "./no-limit.js";
import { OneRound } from "./one-round.js";
import { Preflop } from "./preflop.js";
import { PushFold } from "./push-fold.js";
import { bestHands, rankHands } from "./ranges.js";
import { River } from "./river.js";
import { listen } from "./solver.js";
/** @import { Shared, Tool } from "./tool.js" */

/** @type {Record<string, typeof Tool>} */
const KINDS = {
    "push-fold": PushFold, preflop: Preflop, "one-round": OneRound, "no-limit": NoLimit,
    river: River,
};

/** @param {Tool} tool */
const sectionOf = tool => /** @type {HTMLElement} */ (tool.root.closest("section"));

/** All tools of a page, one of which is in sight. */
class Explorer {
    /** @type {Tool[]} */
    tools = [];
    /** @type {NodeListOf<HTMLAnchorElement>} */
    tabs = document.querySelectorAll(".explorer-tabs a");
    /** The tool that is in sight. @type {Tool} */
    chosen;
    address = "";
    resting = 0;
    /** What the address says, as last seen. @type {string | undefined} */
    seen;
    /** The gesture that it is of. @type {unknown} */
    turned;

    constructor() {
        /** @type {HTMLElement[]} */
        const roots = [...document.querySelectorAll(/** @type {"div"} */ (".explorer"))];
        const data = roots.map(root =>
            JSON.parse(root.querySelector("script")?.textContent ?? ""));
        const { deal: packed, palette } = data.find(part => part.deal), deal = unpackDeal(packed);
        /** @type {Shared} */
        this.shared = {
            deal: new Deal(deal), palette, worker: { postMessage: () => {} },
            remember: (tool, gesture) => this.remember(tool, gesture),
            inSight: tool => tool === this.chosen,
        };
        this.begin();
        this.shared.worker.postMessage({ deal });
        bestHands.push(...rankHands(deal));
        this.tools = roots.map((root, at) => new KINDS[root.id](root, data[at], this.shared));
        this.recall();
        addEventListener("hashchange", () => this.recall());
    }

    /** Begin the worker, which hears what tools ask. */
    begin() {
        try {
            const text = `(${program})()`, type = "text/javascript";
            const worker = new Worker(URL.createObjectURL(new Blob([text], { type })));
            worker.onerror = error => this.fail(error);
            worker.onmessage = ({ data: found }) => {
                const [kind, beside] = found.tool.split(" ");
                this.toolOf(kind)?.arrive(found, beside);
            };
            this.shared.worker = worker;
        } catch (error) {
            this.fail(/** @type {Error} */ (error));
        }
    }

    /** @param {{ message?: string }} error */
    fail({ message }) {
        const told = message ? ` (${message})` : "";
        this.shared.broken = `the browser does not run the page's worker${told}. `
            + "Load the page again, or try another browser";
        for (const tool of this.tools) tool.fail(this.shared.broken);
    }

    /** @param {string | undefined} kind */
    toolOf(kind) {
        return this.tools.find(tool => tool.kind === kind);
    }

    /** What is set in all tools. */
    get settings() {
        return this.tools.map(tool => tool.changes.join()).join("?");
    }

    /** What all tools show, that one first. @param {Tool} tool */
    addressOf(tool) {
        const others = this.tools.filter(other => other !== tool && other.changes.length);
        return `#${[tool, ...others].map(one => one.address).join(";")}`;
    }

    /** Show one tool, and let the tabs lead to the others as they are. @param {Tool} tool */
    choose(tool) {
        const before = this.chosen;
        this.chosen = tool;
        if (tool !== before) tool.show();
        this.tools.forEach((other, at) => {
            sectionOf(other).hidden = other !== tool;
            this.tabs[at].setAttribute("aria-current", String(other === tool));
            this.tabs[at].href = this.addressOf(other);
        });
    }

    /** Let the address say what all tools show, this one first; each gesture is a step of Back.
    @param {Tool} tool @param {unknown} gesture */
    remember(tool, gesture) {
        const next = this.addressOf(tool), { turned } = this;
        const put = () => history.replaceState(
            { shows: this.address }, "", this.turned ? this.address : undefined);
        if (this.seen === (this.seen = this.settings)) return;
        clearTimeout(this.resting);
        if (gesture !== turned) {
            put();
            history.pushState({ shows: next }, "", next);
        } else this.resting = setTimeout(put, 200);
        this.turned = gesture;
        this.address = next;
        this.choose(tool);
    }

    /** Let the tools show what the address says, if it speaks of them, and the first be in
    sight. */
    recall() {
        const { tools } = this, changes = new Map();
        /** @type {string} */
        const text = history.state?.shows ?? location.hash;
        let name;
        for (const part of text.slice(1).split(";")) {
            const [setting, tool] = part.split("?").reverse();
            name = tool ?? name;
            changes.set(name, [...changes.get(name) || [], ...new URLSearchParams(setting)]);
        }
        const named = [...changes.keys()];
        const asked = this.toolOf(named.find(name => this.toolOf(name)));
        const unknown = named.filter(name => !this.toolOf(name));
        if (asked || !text || !this.seen)
            for (const tool of tools) tool.recall(changes.get(tool.kind) || []);
        if (unknown.length && /[?=]/.test(text)) {
            const { wrong } = asked ?? tools[0];
            const given = unknown.map(name => name || "no tool").join(" and ");
            const needed = tools.map(tool => tool.kind).join(" or ");
            const told = `Not taken from the address: ${lacks(given, needed)}.`;
            wrong.textContent = asked ? `${wrong.textContent} ${told}` : told;
        }
        clearTimeout(this.resting);
        this.turned = undefined;
        this.seen = this.settings;
        if (asked || !text) this.address = text;
        const place = document.getElementById(text.slice(1).split("?")[0]);
        const around = tools.find(tool => place && sectionOf(tool).contains(place));
        this.choose(asked ?? around ?? (text && this.chosen || tools[0]));
        if (asked ?? around) this.tabs[0].parentElement?.scrollIntoView();
        else place?.scrollIntoView();
    }
}

if (globalThis.document) new Explorer();
else listen(/** @type {any} */ (globalThis));
