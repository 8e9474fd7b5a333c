/** What the build, book/_ext/live.py, puts around the modules that it joins. */

/** All of the explorer's modules: they are joined within a function of this name. */
declare function program(): void;

/** The deal of hold'em, as pokerlab/pages/explorer.py packs it. */
declare const packedDeal: { hands: string[], margins: string, total: number, boards: number };

/** Up to which stack push or fold is optimal in the real game; and beyond, at the stacks of
the table of pokerlab/pages/explorer.py, between what its value lies. */
declare const realGame: { optimalUpTo: number,
    bounds: [stack: number, lower: number, upper: number][] };

/** What stands for the colours of the page in drawings, and the colours of files. */
declare const lightColors: Record<string, string>;

/** A chart as pokerlab/charts/range_charts.py draws it, without its hands; and the colours of
actions. */
declare const chartLook: { frame: string, colors: Record<string, string> };
