/** What the build, book/_ext/live.py, puts around the modules that it joins; build-constants.js
hands it on. */

/** All of the explorer's modules: they are joined within a function of this name. */
declare function program(): void;

/** The deal of hold'em, as pokerlab/pages/script_data.py packs it. */
declare const PACKED_COUNTS:
    { hands: string[], margins: string, total: number, boards: number };

/** The most turns that may be raises, and actions that a player may have; the most big blinds, or pots
on the river, that a stack may be; the most pots that a bet may be without a percent sign, and the most
times the least payment, or the difference of the two, that the largest may be: pokerlab/betting.py and
pokerlab/games.py. */
declare const BETTING_LIMITS: { maxTurns: number, maxStackRatio: number, maxBetInPots: number,
    maxAmountRatio: number };

/** Up to which stack push or fold is optimal in the real game, and with a big-blind ante of one;
and beyond the first, at the stacks of the table of pokerlab/pages/script_data.py, between what
its value lies. */
declare const REAL_GAME: { optimalUpTo: number, optimalWithAnteUpTo: number,
    bounds: [stack: number, lower: number, upper: number][] };

/** What stands for the colours of the page in drawings, and the colours of files. */
declare const LIGHT_COLORS: Record<string, string>;

/** A chart as pokerlab/charts/range_charts.py draws it, without its hands; and the colours of
actions. */
declare const CHART_LOOK: { frame: string, colors: Record<string, string> };

/** How wide a drawing is in a row and how far it is from the next; how wide and high a chart's cell
is, how far it is to the next, and how far a colour in it runs below the next colour; and the least
share of a cell that is seen: pokerlab/pages/script_data.py. */
declare const DRAWING_SIZES: { width: number, gap: number, cell: number, cellPitch: number,
    overlap: number, leastShare: number };

/** SAGE's index of each hand, and its least index to push, by the stack after posting, the first
of which is `first` big blinds: pokerlab/studies/systems.py. */
declare const SAGE_RULE: { indices: number[], first: number, leastToPush: number[] };
