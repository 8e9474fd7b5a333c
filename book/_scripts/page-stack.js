/* The stack that the figures of a page are about: where a reader turns one, the others follow. */

/** How a figure follows the stack of another; and whether a reader has turned that one, or else an
address.
@typedef {(stack: number, how: { isTurned: boolean }) => void} HearStack */

export class PageStack {
    /** How the figures follow.
    @type {Set<HearStack>} */
    followers = new Set();
    /** The stack that was passed on to them last.
    @type {number | undefined} */
    lastStack;

    /** Let a figure hear the stacks of the others.
    @param {HearStack} hear */
    addFollower(hear) {
        this.followers.add(hear);
        if (this.lastStack !== undefined) hear(this.lastStack, { isTurned: false });
    }

    /** Pass a stack on to the other figures.
    @param {number} stack
    @param {{ isTurned: boolean }} how
    @param {HearStack} sender  how the figure follows that has it */
    passOn(stack, how, sender) {
        this.lastStack = stack;
        for (const hear of this.followers) if (hear !== sender) hear(stack, how);
    }
}
