"""Old addresses of the book: what has moved, a page or a section of one, leads on.

So does the root of the site, which has no page of its own.
"""

import json
import tomllib
from html import escape
from pathlib import Path

#: By page and section: where that section is now.
MOVED = tomllib.loads(
    Path(__file__).with_name("moved.toml").read_text(encoding="utf-8")
)
#: What leads on in a page, by its sections and where they are now.
LEAD_ON_FORM = """
(() => {
  const moved = %s;
  const leadOn = () => {
    const to = moved[location.hash.slice(1)] ?? moved[""] ?? "";
    const [page, place] = to.split("#");
    const hash = place ? "#" + place : location.hash;
    if (page) location.replace(`${page}.html${hash}`);
  };
  leadOn();
  addEventListener("hashchange", leadOn);
})();
"""
#: The page in the place of one that is gone.
GONE_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Moved</title>
<link rel="canonical" href="{page}.html">
<noscript><meta http-equiv="refresh" content="0; url={page}.html"></noscript>
<script>{script}</script>
</head><body><a href="{page}.html">This page has moved.</a></body></html>
"""
#: The root of the site, which leads to the front page, at the place asked for.
ROOT_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<noscript><meta http-equiv="refresh" content="0; url={page}"></noscript>
<script>location.replace("{page}" + location.search + location.hash)</script>
</head><body><a href="{page}">{title}</a></body></html>
"""


def lead_on_script(places):
    """Return the script that leads on from a page's sections to these places."""
    return LEAD_ON_FORM % json.dumps(places)


def add_lead_on_script(app, pagename, templatename, context, doctree):
    """Let a page lead on to where sections are that it had."""
    if places := MOVED.get(pagename.removeprefix("book/")):
        context["metatags"] += f"<script>{lead_on_script(places)}</script>\n"


def write_gone_pages(app, exception):
    """Write a page that leads on, in the place of one that is gone."""
    if exception or app.builder.format != "html":
        return
    for name, places in MOVED.items():
        if "" in places:
            text = GONE_PAGE.format(page=places[""], script=lead_on_script(places))
            Path(app.outdir, "book", f"{name}.html").write_text(
                text, encoding="utf-8"
            )


def write_root_page(app, exception):
    """Lead from the root of the site to the front page."""
    if exception or app.builder.format != "html":
        return
    root = app.config.root_doc
    if root == "index":
        return
    text = ROOT_PAGE.format(
        title=escape(app.config.html_title), page=f"{root}.html"
    )
    Path(app.outdir, "index.html").write_text(text, encoding="utf-8")


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", add_lead_on_script, priority=900)
    app.connect("build-finished", write_gone_pages)
    app.connect("build-finished", write_root_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
