/* Elements of a page: how all scripts make and find them. */

/** An element's attributes, which are left out if they are undefined, and functions that listen,
each to events of one kind.
@typedef Attributes
@type {Record<string, string | number | boolean | undefined | ((event: never) => void)>
    } */

/** Make an element: its name, with classes as in "p.note"; attributes, of which functions listen;
and what is inside.
@template {string} Name
@param {Name} name
@param {Attributes} [attributes]
@param {...(Node | string)} children
@returns {Name extends `${infer Tag extends keyof HTMLElementTagNameMap}.${string}`
    ? HTMLElementTagNameMap[Tag] : Name extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Name] : SVGElement} */
export function makeElement(name, attributes = {}, ...children) {
    const [tag, ...classes] = name.split(".");
    const svg = ["svg", "path", "circle", "line", "title", "text"].includes(tag);
    const element = document.createElementNS(
        `http://www.w3.org/${svg ? "2000/svg" : "1999/xhtml"}`, tag);
    if (classes[0]) element.setAttribute("class", classes.join(" "));
    for (const [key, value] of Object.entries(attributes))
        if (typeof value === "function")
            element.addEventListener(key, /** @type {EventListener} */ (value));
        else if (value !== undefined) element.setAttribute(key, String(value));
    // Sphinx marks what was searched, but trips over titles within drawings.
    if (svg) element.classList.add("nohighlight");
    element.append(...children);
    return /** @type {any} */ (element);
}

/** Make an element without attributes.
@template {string} Name
@param {Name} name
@param {...(Node | string)} children */
export const elementOf = (name, ...children) => makeElement(name, {}, ...children);

/** The first element of that kind.
@param {Element | Document} inside
@param {string} selector */
export const findOne = (inside, selector) =>
    /** @type {HTMLElement} */ (inside.querySelector(selector));

/** All elements of that kind.
@type {(inside: Element | Document, selector: string) => SVGElement[]} */
export const findAll = (inside, selector) => [...inside.querySelectorAll(selector)].map(found =>
    /** @type {SVGElement} */ (found));

/** Let an element have a text, unless that stands there: screen readers would hear it again.
@param {Element} element
@param {string} text */
export function updateText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** Fill a paragraph, and hide it if it is empty.
@param {HTMLElement} paragraph
@param {...(string | Node)} content */
export function fillParagraph(paragraph, ...content) {
    paragraph.style.minHeight = "";
    paragraph.hidden = !content.some(Boolean);
    paragraph.replaceChildren(...content);
}

/** Fill a paragraph until more is known: it is as high as before, so that nothing below it moves
twice.
@param {HTMLElement} paragraph
@param {...(string | Node)} content */
export function fillForNow(paragraph, ...content) {
    const { height } = paragraph.getBoundingClientRect();
    fillParagraph(paragraph, ...content);
    if (!height) return;
    paragraph.style.minHeight = `${height}px`;
    paragraph.hidden = false;
}
