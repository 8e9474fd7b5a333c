/* The one-round game: a slider over Alice's raises. */

import { amount, listed, sizes, sum } from "./amounts.js";
import { Betting } from "./decisions.js";
import { asTheyAre, setOf } from "./shown.js";
import { WITHIN } from "./tool.js";
/** @import { State } from "./betting.js" */
/** @import { Part } from "./shown.js" */
/** @import { Tool, Words } from "./tool.js" */

export class OneRound extends Betting {
    /** @type {typeof Tool.settings} */
    static settings = {
        raises: ["0 2:40", "Raises", 14], reraises: ["", "Re-raises", 8],
        turns: ["2", "Turns to raise", 2], sb: ["1", "Alice posts"], bb: ["2", "Bob posts"],
        within: ["0.001", "Solve to within", WITHIN],
    };
    static start = { raise: "15", small: "", big: "", hand: "63s" };
    digits = 4;
    slider = this.sliding("raise", "Raise by", "chips", []);

    /** @param {State} state */
    question(state) {
        amount("raise by", state.raise);
        return super.question(state);
    }

    /** @param {State} state @returns {Words} */
    words({ raises, reraises, turns, sb, bb }) {
        /** @type {(found: string[]) => string} */
        const list = found => `[${found.map(size => `"${size}"`).join(", ")}]`;
        const first = sizes("raises", raises), later = sizes("reraises", reraises);
        const more = later.length ? `, ${list(later)}, ${Number(turns)}` : "";
        const given = listed(raises).join();
        return {
            command: !later.length
                && `one-round --raises ${given} --small-blind ${sb} --big-blind ${bb}`,
            code: `betting.one_round(${list(first)}, "${sb}", "${bb}"${more})`,
        };
    }

    /** @type {Tool["picture"]} */
    picture(game, views) {
        if (this.state.reraises) return super.picture(game, views);
        const { tree } = game, size = this.state.raise, raise = `raise ${size}`;
        const used = tree.sequences[0].includes(raise), facing = `Bob, facing a raise by ${size}`;
        views[0].draw(game, 0, `Alice: who raises by ${size}`, (names, colors) => {
            const parts = asTheyAre(names, { ...colors, [raise]: colors.raise });
            const others = parts.filter(({ name }) => ![raise, "call", "fold"].includes(name));
            /** @type {Part["of"]} */
            const of = shares => sum(others.map(part => part.of(shares)));
            const rest = { name: used ? "other raises" : "raises", color: colors.other, of };
            return parts.filter(part => !others.includes(part)).toSpliced(Number(used), 0, rest);
        });
        if (used) views[1].draw(game, setOf(tree, 1, raise), facing);
        else views[1].clear(facing,
            "Alice never raises by this; many of Bob's answers prevent it.");
    }

    show() {
        const { slider, state } = this, raises = sizes("raises", state.raises);
        slider.choices = raises.slice(raises.length > 1 && raises[0] === "0" ? 1 : 0);
        state.raise = String(slider.nearest(state.raise));
        slider.element.hidden = Boolean(state.reraises);
        for (const view of this.views) view.list.hidden = !state.reraises;
        super.show();
    }
}
