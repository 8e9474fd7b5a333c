/* What can be taken back, and what was taken back and can be done again. */

/** Whether two states say the same: texts, or lists of numbers.
@param {unknown} one
@param {unknown} other */
const areSame = (one, other) => String(one) === String(other);

/** States of something, such as a painted chart, before and after the one that it has. What would
change nothing is passed over.
@template State */
export class UndoList {
    /** What there was before each change, the oldest first.
    @type {State[]} */
    before = [];
    /** What was taken back; the last is done again first.
    @type {State[]} */
    after = [];
    /** What there is since something was taken back or done again.
    @type {State | undefined} */
    current;

    /** Remember what there is before a change.
    @param {State} now */
    remember(now) {
        this.before.push(now);
        this.after = [];
    }

    /** Whether something can be taken back.
    @param {State} now */
    canUndo(now) {
        return this.before.some(state => !areSame(state, now));
    }

    /** Whether something can be done again.
    @param {State} now */
    canRedo(now) {
        return this.after.length > 0 && areSame(now, this.current);
    }

    /** What there was before the last change, if there was one.
    @param {State} now */
    undo(now) {
        if (!this.canRedo(now)) this.after = [];
        while (this.before.length && areSame(this.before.at(-1), now)) this.before.pop();
        if (!this.before.length) return undefined;
        this.after.push(now);
        this.current = this.before.pop();
        return this.current;
    }

    /** What was taken back last, unless something else has changed since.
    @param {State} now */
    redo(now) {
        if (!this.canRedo(now)) this.after = [];
        if (!this.after.length) return undefined;
        this.before.push(now);
        this.current = this.after.pop();
        return this.current;
    }
}
