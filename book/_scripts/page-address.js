/* What the address says of the figures of a page: it remembers what their reader has set. */

/** A plus that belongs to a hand, as in 22+,AKs: in addresses it would be a blank. */
const PLUS_OF_HANDS = /(?<=[2-9TJQKA]{2}[so]?)\+(?=[+,;&]|$)/gi;

/** Under these keys an address has a chart that was painted: with what it loses, once a reader has
asked for that, and alone before. */
export const CHART_WITH_LOSS = "chart", CHART_ALONE = "painted";

/** What the address says of the figures of a page. */
export const saidByAddress = () => new URLSearchParams(
    /=/.test(location.hash) ? location.hash.slice(1).replace(PLUS_OF_HANDS, "%2B") : "");

/** Let the address say something else; what is nothing, it says no longer.
@param {Record<string, string | undefined>} changes  by keys */
export function putInAddress(changes) {
    const all = saidByAddress();
    for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) all.delete(key);
        else all.set(key, value);
    }
    // An address that names a section stays, as long as there is nothing to say.
    if (String(all)) history.replaceState(null, "", `#${all}`);
    else if (/=/.test(location.hash))
        history.replaceState(null, "", location.pathname + location.search);
}
