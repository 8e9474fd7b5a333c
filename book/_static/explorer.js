/* The explorer: games to set up, solve and look into, in a page without kernel or network.

Each tool is a <div class="explorer"> that pokerlab/pages/explorer.py wrote: what stands there
without scripts, and the tool's data. Here tools begin, and say in the address what they show. */

const KINDS = {
    "push-fold": PushFold, preflop: Preflop, "one-round": OneRound, "no-limit": NoLimit,
    river: River,
};

/** @type {Tool[]} */
const tools = [];
/** @type {NodeListOf<HTMLAnchorElement>} */
const tabs = document.querySelectorAll(".explorer-tabs a");
/** The tool that is in sight. @type {Tool} */
let chosen;
let address = "", resting = 0;
/** What the address says, as last seen. @type {string | undefined} */
let shown;
/** The gesture that it is of. @type {unknown} */
let turned;

const toolOf = kind => tools.find(tool => tool.kind === kind);

const settings = () => tools.map(tool => tool.changes.join()).join("?");

/** What all tools show, that one first. @param {Tool} tool */
function addressOf(tool) {
    const named = [tool, ...tools.filter(other => other !== tool && other.changes.length)];
    return `#${named.map(one => one.address).join(";")}`;
}

/** Show one tool, and let the tabs lead to the others as they are. @param {Tool} tool */
function choose(tool) {
    const before = chosen;
    chosen = tool;
    if (tool !== before) tool.show();
    tools.forEach((other, at) => {
        sectionOf(other).hidden = other !== tool;
        tabs[at].setAttribute("aria-current", String(other === tool));
        tabs[at].href = addressOf(other);
    });
}

/** @param {Tool} tool */
const sectionOf = tool => /** @type {HTMLElement} */ (tool.root.closest("section"));

/** Let the address say what all tools show, this one first; each gesture is a step of Back.
@param {Tool} tool @param {unknown} gesture */
function remember(tool, gesture) {
    const next = addressOf(tool);
    const put = () => history.replaceState({ shows: address }, "", turned ? address : undefined);
    if (shown === (shown = settings())) return;
    clearTimeout(resting);
    if (gesture !== turned) {
        put();
        history.pushState({ shows: next }, "", next);
    } else resting = setTimeout(put, 200);
    turned = gesture;
    address = next;
    choose(tool);
}

/** Let the tools show what the address says, if it speaks of them, and the first be in sight. */
function recall() {
    const changes = new Map(), text = history.state?.shows ?? location.hash;
    let name;
    for (const part of text.slice(1).split(";")) {
        const [setting, tool] = part.split("?").reverse();
        name = tool ?? name;
        changes.set(name, [...changes.get(name) || [], ...new URLSearchParams(setting)]);
    }
    const named = [...changes.keys()], asked = toolOf(named.find(toolOf));
    const unknown = named.filter(name => !toolOf(name));
    if (asked || !text || !shown)
        for (const tool of tools) tool.recall(changes.get(tool.kind) || []);
    if (unknown.length && /[?=]/.test(text)) {
        const { wrong } = asked ?? tools[0];
        const given = unknown.map(name => name || "no tool").join(" and ");
        const needed = tools.map(tool => tool.kind).join(" or ");
        const told = `Not taken from the address: ${lacks(given, needed)}.`;
        wrong.textContent = asked ? `${wrong.textContent} ${told}` : told;
    }
    clearTimeout(resting);
    turned = undefined;
    shown = settings();
    if (asked || !text) address = text;
    const place = document.getElementById(text.slice(1).split("?")[0]);
    const around = tools.find(tool => place && sectionOf(tool).contains(place));
    choose(asked ?? around ?? (text && chosen || tools[0]));
    if (asked ?? around) tabs[0].parentElement?.scrollIntoView();
    else place?.scrollIntoView();
}

const roots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".explorer")]);
const data = roots.map(root => JSON.parse(root.querySelector("script")?.textContent ?? ""));
const { deal: packed, palette } = data.find(part => part.deal), deal = pokerlabDeal(packed);
/** @type {Shared} */
const shared = { deal: new Deal(deal), palette, remember, worker: { postMessage: () => {} } };

/** @param {{ message?: string }} error */
function fail({ message }) {
    shared.broken = `the browser does not run the page's worker${message ? ` (${message})` : ""}. `
        + "Load the page again, or try another browser";
    for (const tool of tools) tool.fail(shared.broken);
}

try {
    const text = `(${self["pokerlabExplorer"]})()`;
    const worker = new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    worker.onerror = fail;
    worker.onmessage = ({ data: found }) => {
        const [kind, beside] = found.tool.split(" ");
        toolOf(kind)?.arrive(found, beside);
    };
    shared.worker = worker;
} catch (error) {
    fail(/** @type {Error} */ (error));
}
shared.worker.postMessage({ deal });
bestHands.push(...rankHands(deal));
tools.push(...roots.map((root, at) => new KINDS[root.id](root, data[at], shared)));
recall();
addEventListener("hashchange", recall);
