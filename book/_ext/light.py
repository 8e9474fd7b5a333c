"""A page loads what it shows: without formulas no MathJax, for example."""

NEEDED_BY = {"mathjax/tex": 'class="math', "sphinx-design": 'class="sd-'}
"""Part of a file's name, and what stands in a page that needs it."""


def keep_needed(app, pagename, templatename, context, doctree):
    """Drop the files that nothing in the page asks for."""
    body = context.get("body", "")
    unasked = [name for name, mark in NEEDED_BY.items() if mark not in body]
    for kind in ("script_files", "css_files"):
        context[kind] = [
            file
            for file in context[kind]
            if not any(name in str(file.filename) for name in unasked)
        ]


def setup(app):
    """Register with Sphinx."""
    app.connect("html-page-context", keep_needed, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
