/* The stack that the figures of a page are about: where a reader turns one, the others follow. */

/** How a figure follows the stack of another; and whether a reader has turned that one, or else an
address.
@typedef {(stack: number, isTurned: boolean) => void} HearStack */

export class PageStack {
    /** How the figures follow. @type {Set<HearStack>} */
    followers = new Set();
    /** The stack that they were told last. @type {number | undefined} */
    lastTold;

    /** Let a figure hear the stacks of the others. @param {HearStack} hear */
    follow(hear) {
        this.followers.add(hear);
        if (this.lastTold !== undefined) hear(this.lastTold, false);
    }

    /** Let the other figures follow a stack. @param {number} stack @param {boolean} isTurned
    @param {HearStack} own  how the figure follows that has it */
    tell(stack, isTurned, own) {
        this.lastTold = stack;
        for (const hear of this.followers) if (hear !== own) hear(stack, isTurned);
    }
}
