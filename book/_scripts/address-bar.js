/* The address of the explorer's page: it says what the tools show, and each gesture of the reader is
a step of Back. */

/** One gesture: a click, a key, a drag or a stroke of paint, maybe of many changes. It has nothing in
it: only which one it is counts. */
export class Gesture {}

/** What an address has brought about is no gesture: it is part of the step that is shown. */
export const BY_ADDRESS = new Gesture();

/** The address follows what goes on, such as a slider, once it rests so many milliseconds. */
const REST_OF_ADDRESS = 200;

export class AddressBar {
    /** The address that the page was last given. */
    #given = "";
    /** What was set in all tools when the page was last given an address.
    @type {string | undefined} */
    #textOfAll;
    /** The gesture that the address is of.
    @type {Gesture} */
    #gesture = BY_ADDRESS;
    /** The timer of an address that waits until what goes on rests. */
    #timer = 0;

    constructor() {
        // The browser is at another address at once, and says only later that this is to be followed.
        addEventListener("popstate", () => clearTimeout(this.#timer));
    }

    /** Whether the page has come to no address yet. */
    get isNew() {
        return this.#textOfAll === undefined;
    }

    /** Follow the address from now on; returned is which that is.
    @returns {string} */
    beginFollowing() {
        clearTimeout(this.#timer);
        this.#gesture = BY_ADDRESS;
        return history.state?.shows ?? location.hash;
    }

    /** The address has been followed.
    @param {string} textOfAll  to what the tools have been set
    @param {string} [given]  the address, unless it changes no tool */
    endFollowing(textOfAll, given = this.#given) {
        this.#textOfAll = textOfAll;
        this.#given = given;
    }

    /** Give the page an address for the settings of now, if they are others, a new step of Back if
    another gesture has set them; whether they are.
    @param {string} address
    @param {string} textOfAll
    @param {Gesture} gesture */
    tryToWrite(address, textOfAll, gesture) {
        const isNews = textOfAll !== this.#textOfAll;
        this.#textOfAll = textOfAll;
        if (!isNews) return false;
        clearTimeout(this.#timer);
        if (gesture !== this.#gesture) {
            this.#leaveBehind();
            history.pushState({ shows: address }, "", address);
        } else this.#timer = setTimeout(() => this.#leaveBehind(), REST_OF_ADDRESS);
        this.#gesture = gesture;
        this.#given = address;
        return true;
    }

    /** Let the step of Back that the page is at have the address that was given last; one that was
    followed stays as it was written. */
    #leaveBehind() {
        history.replaceState({ shows: this.#given }, "",
            this.#gesture === BY_ADDRESS ? undefined : this.#given);
    }

    /** Give the page an address in the place of the one that it has.
    @param {string} address */
    replace(address) {
        this.#given = address;
        history.replaceState({ shows: address }, "", address);
    }
}
