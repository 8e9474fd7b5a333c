/* Gestures of the reader: what one of them changes is one step of Back. */

/** One gesture: a click, a key, a drag or a stroke of paint, maybe of many changes. Any object will
do, since only which one it is counts. */
export class Gesture {}

/** What an address has brought about is no gesture: it is part of the step that is shown. */
export const BY_ADDRESS = new Gesture();
