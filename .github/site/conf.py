"""Sphinx configuration; build.py writes most of the pages."""

from importlib.metadata import version as version_of

project = "cc_widgets"
author = "The maintainers of cc_widgets"
release = version = version_of("cc-widgets")
html_title = "cc_widgets"

extensions = ["myst_parser", "numpydoc", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
myst_url_schemes = {
    **dict.fromkeys(["http", "https"]),
    "lesson": "lessons/{{path}}.html",
    "class": "class/{{path}}",
}

# Types and units are in the docstrings.
autodoc_member_order = "bysource"
autodoc_typehints = "none"
autodoc_preserve_defaults = True
numpydoc_show_class_members = False
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}
