/* Linear programs with few variables, by a dense tableau: the self-dual parametric method of
G. B. Dantzig (Linear programming and extensions, 1963). The package leaves such
programs to HiGHS; its pages/simplex.py is the textbook method, for a look at the steps. */

/** What is smaller is an entry of 0 that rounding has changed. */
const ROUNDING = 1e-12;
/** How far a side may be from what it has to be. */
const FEASIBLE = 1e-11;
/** Entries that are smaller are no pivots; the wanted basis is made with larger ones only. */
const MIN_PIVOT = 1e-9;
const MIN_FIRST_PIVOT = 1e-5;

/** The golden ratio, less 1. */
const GOLDEN_RATIO = 0.618;

/** The index at which a score is largest, and how large it is; -1 if it is nowhere more than minus
infinity.
@param {number} count
@param {(i: number) => number} score */
function largest(count, score) {
    let index = -1, most = -Infinity;
    for (let i = 0; i < count; i++) {
        const value = score(i);
        if (value <= most) continue;
        index = i;
        most = value;
    }
    return { index, most };
}

/** A number from 1 to 2, another one for each i: multiples of the golden ratio keep far from each
other, but for whole numbers.
@param {number} i */
const distinctShift = i => 1 + ((GOLDEN_RATIO * i) % 1);

/** How far a side has to be moved to be positive.
@param {number} side
@param {number} shift */
const lack = (side, shift) => shift > ROUNDING ? -side / shift : -Infinity;

/** A program: the x >= 0 with matrix x <= right that makes objective x largest is looked for.
@typedef {object} LinearProgram
@property {ArrayLike<number>[]} matrix
@property {number[]} right
@property {number[]} objective */

/** That x, with the rows' prices, and which of x and of the rows' slacks are basic.
@typedef {object} Optimum
@property {Float64Array} x
@property {Float64Array} prices
@property {boolean[]} isBasic */

/** A program on its way to the optimum. A line has its entries, its right side, and by how much
that is moved. */
class Tableau {
    /** @param {LinearProgram} program */
    constructor({ matrix, right, objective }) {
        const columnCount = objective.length;
        this.columnCount = columnCount;
        this.rowCount = right.length;
        /** The columns of the lines' sides, and of the shifts of these. */
        this.side = columnCount;
        this.shift = columnCount + 1;
        /** The variables that are basic, by row, and the others, by column: slacks after x. */
        this.inside = right.map((_, i) => columnCount + i);
        this.outside = objective.map((_, j) => j);
        this.rows = matrix.map((row, i) => this.line(row, right[i]));
        this.prices = this.line(objective.map(gain => -gain), 0);
        this.priceShifts = this.line([], 0);
        /** The columns in which the pivot's row is not 0. */
        this.filled = new Int32Array(columnCount + 2);
    }

    /** A line whose side is not moved.
    @param {ArrayLike<number>} entries
    @param {number} side */
    line(entries, side) {
        const line = new Float64Array(this.columnCount + 2);
        line.set(entries);
        line[this.side] = side;
        return line;
    }

    /** Let the variables of a row and of a column change places.
    @param {number} row
    @param {number} column */
    pivot(row, column) {
        const { rows, prices, priceShifts, filled, inside, outside } = this;
        const pivotRow = rows[row], by = pivotRow[column];
        let count = 0;
        pivotRow[column] = 1;
        for (let j = 0; j < pivotRow.length; j++) {
            const entry = pivotRow[j] / by;
            pivotRow[j] = Math.abs(entry) > ROUNDING ? entry : 0;
            if (!pivotRow[j]) continue;
            filled[count] = j;
            count++;
        }
        for (const line of [...rows, prices, priceShifts]) {
            const factor = line[column];
            if (line === pivotRow || !factor) continue;
            line[column] = 0;
            for (let k = 0; k < count; k++) line[filled[k]] -= factor * pivotRow[filled[k]];
        }
        [inside[row], outside[column]] = [outside[column], inside[row]];
    }

    /** Make variables basic, as far as they can be.
    @param {boolean[]} startingBasis  which */
    begin(startingBasis) {
        const { columnCount, rowCount, rows, inside } = this;
        for (let j = 0; j < columnCount; j++) {
            if (!startingBasis[j]) continue;
            const { index: row, most } = largest(rowCount, i =>
                startingBasis[inside[i]] ? 0 : Math.abs(rows[i][j]));
            if (most > MIN_FIRST_PIVOT) this.pivot(row, j);
        }
    }

    /** Move all sides. Ties could go round in circles: no two sides move alike. */
    moveSides() {
        const { columnCount, rowCount, rows, priceShifts, shift } = this;
        for (let i = 0; i < rowCount; i++) rows[i][shift] = distinctShift(i);
        for (let j = 0; j < columnCount; j++) priceShifts[j] = distinctShift(rowCount + j);
    }

    /** Bring the sides back by a pivot, unless they are back or there is none.
    @returns {"back" | "pivoted" | "stuck"} */
    bringBack() {
        const { columnCount, rowCount, rows, prices, priceShifts, side, shift } = this;
        let { index: column, most: priceLack } =
            largest(columnCount, j => lack(prices[j], priceShifts[j]));
        let { index: row, most: rowLack } =
            largest(rowCount, i => lack(rows[i][side], rows[i][shift]));
        if (rowLack <= FEASIBLE && priceLack <= FEASIBLE) return "back";
        const distance = Math.max(rowLack, priceLack);
        /** Which line is the first to become negative.
        @type {(side: number, shift: number, entry: number) => number} */
        const nearness = (side, shift, entry) =>
            entry > MIN_PIVOT ? -(side + distance * shift) / entry : -Infinity;
        if (rowLack > priceLack) column = largest(columnCount, j =>
            nearness(prices[j], priceShifts[j], -rows[row][j])).index;
        else row = largest(rowCount, i =>
            nearness(rows[i][side], rows[i][shift], rows[i][column])).index;
        if (row < 0 || column < 0) return "stuck";
        this.pivot(row, column);
        return "pivoted";
    }

    /** What the sides say once they are back.
    @returns {Optimum} */
    readOptimum() {
        const { columnCount, rowCount, rows, prices, side, inside, outside } = this;
        const values = new Float64Array(columnCount + rowCount);
        const isBasic = Array.from(values, () => false);
        inside.forEach((variable, i) => {
            isBasic[variable] = true;
            if (variable < columnCount) values[variable] = rows[i][side];
        });
        outside.forEach((variable, j) => {
            if (variable >= columnCount) values[variable] = prices[j];
        });
        return { x: values.slice(0, columnCount), prices: values.slice(columnCount), isBasic };
    }
}

/** The optimum of a linear program; or null if none is found.

First the variables of the `startingBasis` are made basic, as far as they can be. Then both sides
are moved as far as makes that basis optimal, and pivots bring them back.
@param {LinearProgram} program
@param {boolean[]} startingBasis  whether each of x and of the rows' slacks is in it */
export function parametricSimplex(program, startingBasis) {
    const { right, objective } = program, tableau = new Tableau(program);
    tableau.begin(startingBasis);
    tableau.moveSides();
    const mostPivots = 10 * (objective.length + right.length);
    for (let pivots = 0; pivots < mostPivots; pivots++) {
        const outcome = tableau.bringBack();
        if (outcome === "back") return tableau.readOptimum();
        if (outcome === "stuck") return null;
    }
    return null;
}
