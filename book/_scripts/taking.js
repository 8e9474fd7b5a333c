/* What a reader takes along from a tool: its link, a range, a picture. */

import { sum } from "./amounts.js";
import { button } from "./controls.js";
import { make } from "./elements.js";
import { silent } from "./shown.js";
import { columns, csv, handTable } from "./tables.js";
import { capital, percent } from "./words.js";
/** @import { Tool } from "./tool.js" */
/** @import { View } from "./views.js" */

export class Taking {
    told = make("span");

    /** @param {Tool} tool */
    constructor(tool) {
        this.tool = tool;
        this.ranges = tool.views.map((view, player) => button(`Copy ${tool.who[player]}'s range`,
            () => this.wait(() => view.game && this.copyRange(view))));
        this.elements = [
            button("Copy link", () => this.copy(this.link, "The link")),
            ...this.shareable ? [button("Share", () => this.share())] : [],
            ...this.ranges,
            button("Save CSV", () => this.wait(() => this.saveTable())),
            button("Save PNG", () => this.wait(() => this.savePicture())),
            button("Print", () => this.wait(() => this.print())),
            this.told,
        ];
    }

    /** The address of what is shown. */
    get link() {
        return `${location.href.split("#")[0]}#${this.tool.address}`;
    }

    /** Whether the browser hands links on to other programs, as those of phones do. */
    get shareable() {
        return "share" in navigator;
    }

    /** Hand the link on to another program; a reader may decide against it. */
    share() {
        navigator.share({ title: document.title, text: this.tool.said, url: this.link })
            .catch(() => {});
    }

    /** Do something as soon as what is set is solved. @param {() => void} act */
    wait(act) {
        if (this.tool.busy) setTimeout(() => this.wait(act), 50);
        else act();
    }

    /** Copy how often each hand is held, gets to the decision that a view shows, and takes each
    action. @param {View} view */
    copyRange({ game, player, set, names }) {
        const { tool } = this, { deal } = game;
        const held = deal.hands.map((_, hand) => tool.held(deal, player, hand));
        /** @type {(shares: number[]) => number} */
        const many = shares => sum(shares.map((share, hand) => share * (deal.combos?.[hand] ?? 1)));
        const taken = game.acts(player, set).map(column =>
            held.map((share, hand) => share * column[hand]));
        const told = names.map((name, i) => `${name} ${percent(many(taken[i]) / many(held), 1)}`)
            .filter((_, i) => i !== silent(names)).join(", ");
        this.copy(tool.range(names, taken, tool.fine), `${tool.who[player]}'s range`,
            `: ${told} of all hands dealt`);
    }

    /** Copy a text, and say so; what cannot be copied is shown.
    @param {string} text @param {string} what */
    async copy(text, what, how = "") {
        try {
            await navigator.clipboard.writeText(text);
            text = `${capital(what)} is copied${how}.`;
        } catch {}
        this.told.textContent = text;
        this.tool.say(() => text);
    }

    /** Both charts as a table, hand by hand. */
    saveTable() {
        const { tool } = this, type = "text/csv";
        const rows = tool.views.filter(view => view.game).flatMap(view => handTable(view));
        const text = csv([columns(tool.unit), ...rows]);
        const href = URL.createObjectURL(new Blob([text], { type }));
        make("a", { href, download: `${this.name}.csv` }).click();
        URL.revokeObjectURL(href);
    }

    /** The charts as a picture, in the page's colours. */
    savePicture() {
        const { tool } = this, size = 48, side = 13 * size, gap = 32, top = 112;
        const shown = tool.views.filter(view => view.game), look = getComputedStyle(tool.root);
        const paper = getComputedStyle(document.body).backgroundColor;
        const width = gap + shown.length * (side + gap), height = top + side + gap;
        const canvas = make("canvas", { width, height });
        const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
        /** @type {(fillStyle: string | CanvasGradient, x: number, y: number, wide: number,
            high: number) => void} */
        const fill = (fillStyle, x, y, wide, high) =>
            Object.assign(pen, { fillStyle }).fillRect(x, y, wide, high);
        /** @type {(text: string, x: number, y: number, font: string, fillStyle?: string,
            strokeStyle?: string) => void} */
        const write = (text, x, y, font, fillStyle = look.color, strokeStyle = "transparent") => {
            const style = { font: `${font} ${look.fontFamily}`, lineWidth: 4 };
            Object.assign(pen, style, { fillStyle, strokeStyle });
            pen.strokeText(text, x, y);
            pen.fillText(text, x, y);
        };
        fill(paper, 0, 0, width, height);
        write(tool.said, gap, 34, "600 20px");
        shown.forEach((view, at) => {
            const left = gap + at * (side + gap);
            let across = left;
            pen.textAlign = "left";
            write(view.caption.textContent, left, 70, "600 18px");
            for (const { firstElementChild: color, textContent: text } of view.legend.children) {
                if (!color) continue;
                fill(getComputedStyle(color).backgroundColor, across, 83, 14, 14);
                write(text, across + 20, 96, "16px");
                across += 36 + pen.measureText(text).width;
            }
            pen.textAlign = "center";
            view.cells.forEach((cell, hand) => {
                const x = left + size * (hand % 13), y = top + size * Math.floor(hand / 13);
                const { backgroundImage, color } = getComputedStyle(cell);
                const colors = pen.createLinearGradient(x, 0, x + size - 2, 0);
                const stops = backgroundImage.matchAll(/(\w+\([^()]*\)) ([\d.]+)%/g);
                for (const [, stop, share] of stops) colors.addColorStop(Number(share) / 100, stop);
                fill(colors, x, y, size - 2, size - 2);
                const halo = cell.classList.contains("mixed") ? paper : undefined;
                write(tool.hands[hand], x + size / 2 - 1, y + size / 2 + 5, "16px", color, halo);
            });
        });
        make("a", { href: canvas.toDataURL(), download: `${this.name}.png` }).click();
    }

    /** Print the charts, and nothing else of the page. */
    print() {
        const { classList } = document.documentElement;
        addEventListener("afterprint", () => classList.remove("explorer-alone"), { once: true });
        classList.add("explorer-alone");
        window.print();
    }

    /** What files of a tool are named after. */
    get name() {
        const { kind, state } = this.tool;
        const told = ["board", "blinds", "stack", "other"].filter(key => state[key])
            .map(key => `-${key}-${state[key].replaceAll(/[^\w.]+/g, "-")}`);
        return kind + told.join("");
    }
}
