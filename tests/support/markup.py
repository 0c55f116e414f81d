"""Names and units that contain Markdown, HTML or MathJax syntax."""

MARKUP = [
    *("$x$", "a $ b", "$$x$$", r"\(x\)", r"\[x\]", r"\\(x\\)", r"a\$b$", "\\", "\\$"),
    *(r"\begin{align}x\end{align}", r"\ref{a}", "@@0@@", "@@@1@@", "a@b.org", "{$}", "$`x`$"),
    *("`a`", "```a", "~~~a", "~~a~~", "**a**", "_a_", "[a](b)", "![a](b)", "[^1]", "a|b", "||"),
    *("<b>a</b>", "<span>$</span>", "<!-- a", "&amp;", "&#36;x&#36;", "http://a.org", "www.a.org"),
    *("# a", "> a", "- a", "+ a", "1. a", "1) a", "= a", "---", "    a", "a\nb", "^a^", ":a:"),
]
