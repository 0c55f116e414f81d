"""Language of documents, docstrings, comments and names: the field's words in plain English.

The limits are rates, because a counter finds places and readers decide. A quotation or a technical
use that is counted by mistake may be listed in `wording_allowed.txt`, a fragment a line. Strings
of the interface are not counted.
"""

import ast
import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ALLOWED_FILE = Path(__file__).with_name("wording_allowed.txt")
ALLOWED = ALLOWED_FILE.read_text("utf-8").splitlines()
MAX_ALLOWED = 40

# Phrases that are frequent in private dialects and rare in the documentation of scientific Python.
PERSON = r"(?:analyst|colleague|patient|people|person|reader|someone|student|teacher|user)s?"
PHRASES = [
    r"\b(?:is|are|was|were|be|been) (?:told|said|asked|heard)\b|\btold\b|\btells? (?!you|us)",
    r"\bsays? (?:how|what|which|that)\b",
    r"\bwhat (?:an?|the|it|is|was|are|were|each|they|there|has|would|can|one)\b(?![^.\n]*\?)",
    r"\bof what\b|\bhow sure\b|\bhow far\b(?![^.\n]*\?)",
    r"(?<!\w)(?<!{person} )\bwho(?:ever|m)?\b(?![^.\n]*\?)",
    r"\b(?:no|every|some)body\b",
    r"\bthe one that\b|\bthose (?:of|that)\b|\bthe same of\b",
    r"\bso many\b|\bso far as\b|\bas many as\b|\bwhatever\b|\bnowhere\b|\banew\b|\balike\b",
    r"\bbeside\b|\bthence\b|\bthereof\b|\bheed(?:s|ed)?\b",
    r"\bst(?:ands?|ood)\b(?! (?:for|out|alone))",
    r"\bdear(?:er|est)?\b|\bby lots\b|\bdraws? lots\b",
    r"\blit\b|\blights? (?:up|its|the|a)\b",
    r"\bcalling (?:all|everybody)\b|\btrivial rules?\b|\bfrom score\b|\btold apart\b",
    r"\btakes? (?:\w+ )?for granted\b|\bnot allowed for\b|\bon these data\b|\balive\b",
    r"\bjudged\b|\b(?:is|will be|are) paid\b|\bbecomes of\b",
]
HEADLESS = re.compile(
    r"(?:What|How|Whose?|Whom|Where|Why|When|Which|The same|That|Those|Such|Of)\b"
)
ODD_NAMES = frozenset(
    [
        "again",
        "alike",
        "alone",
        "apart",
        "around",
        "asked",
        "beside",
        "beyond",
        "evened",
        "few",
        "found",
        "given",
        "heard",
        "held",
        "known",
        "lit",
        "meant",
        "mine",
        "now",
        "one",
        "others",
        "reached",
        "said",
        "sought",
        "theirs",
        "there",
        "told",
        "tried",
        "wanted",
        "what",
        "who",
        "whom",
        "whose",
        "within",
    ]
)
MAX_PHRASES = {
    "documents": 1.5,
    "lessons": 3.0,
    "page": 1.5,
    "python": 1.5,
    "tests": 1.5,
}  # per 1,000 words
MAX_SHARE = 0.01  # of docstrings that are headless, and of names that are odd


@cache
def files(*patterns: str) -> list[Path]:
    """Return the files of the checkout that match, including new ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listing.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listing.stdout.splitlines() if (path := ROOT / name).exists()]


def family(path: Path) -> str:
    """Return the family of texts that a file belongs to."""
    if path.suffix == ".md":
        return "documents"
    if path.suffix == ".ipynb":
        return "lessons"
    if path.is_relative_to(ROOT / "tests") or path.name.endswith(".test.ts"):
        return "tests"
    return "python" if path.suffix == ".py" else "page"


def prose(path: Path) -> Iterator[str]:
    """Yield the prose of a file: paragraphs, docstrings and comments."""
    text = path.read_text("utf-8")
    if path.suffix == ".md":
        yield re.sub(r"^```.*?^```|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)
    elif path.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        yield from ("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    elif path.suffix == ".py":
        yield from docstrings(path)
        yield from re.findall(r"(?:^|\s)# .*", text, flags=re.MULTILINE)
    else:
        code = re.sub(r"'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`", "''", text)
        yield from re.findall(r"//[^\n]*|/\*.*?\*/", code, flags=re.DOTALL)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a module and all its statements, without their expressions."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from statements(child)


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def docstrings(path: Path) -> Iterator[str]:
    """Yield docstrings without their examples."""
    for node in statements(tree_of(path)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield re.sub(r"^\s*(?:>>>|\.\.\. ).*", "", text, flags=re.MULTILINE)


def names(path: Path) -> Iterator[str]:
    """Yield the names that a file gives to functions, classes, parameters and variables."""
    if path.suffix == ".ts":
        declared = r"\b(?:const|let|function|class|interface|type)\s+(\w+)"
        yield from re.findall(declared, path.read_text("utf-8"))
        return
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def matches(text: str) -> list[str]:
    """Return the home-made phrases in a text, with some words around each."""
    for fragment in filter(None, ALLOWED):
        text = text.replace(fragment, " ")
    text = re.sub(rf"\b{PERSON} who\b", " ", text.lower())  # good English
    hits = (hit for phrase in PHRASES for hit in re.finditer(phrase, text))
    return [" ".join(text[max(0, hit.start() - 30) : hit.end() + 30].split()) for hit in hits]


THIS = Path(__file__)
CODE = [path for path in files("*.py", "*.ts") if path != THIS]
TEXTS = [*CODE, *files("*.md", "*.ipynb")]


@pytest.mark.parametrize("kind", MAX_PHRASES)
def test_texts_use_the_words_of_the_field(kind):
    places, n_words = [], 0
    for path in TEXTS:
        if family(path) == kind:
            for text in prose(path):
                n_words += len(re.findall(r"[A-Za-z]{2,}", text))
                places += [f"{path.relative_to(ROOT)}: {place}" for place in matches(text)]
    assert 1000 * len(places) / n_words < MAX_PHRASES[kind], "\n".join(places[:40])


@pytest.mark.parametrize("kind", ["python", "tests"])
def test_docstrings_begin_with_a_verb_or_a_noun(kind):
    texts = [
        (path, text)
        for path in CODE
        if path.suffix == ".py" and family(path) == kind
        for text in docstrings(path)
    ]
    headless = [
        f"{path.relative_to(ROOT)}: {text.splitlines()[0]}"
        for path, text in texts
        if HEADLESS.match(text.strip())
    ]
    assert len(headless) / len(texts) < MAX_SHARE, "\n".join(headless[:40])


@pytest.mark.parametrize("kind", ["python", "tests", "page"])
def test_names_are_nouns_or_verbs(kind):
    given = [(path, name) for path in CODE if family(path) == kind for name in names(path)]
    odd = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in given
        if name.strip("_").lower() in ODD_NAMES
    ]
    assert len(odd) / len(given) < MAX_SHARE, "\n".join(sorted(set(odd))[:40])


def test_few_fragments_are_exempt():
    assert len(ALLOWED) <= MAX_ALLOWED


# ---- One name, one meaning


def definitions(path: Path) -> Iterator[str]:
    """Yield the public classes and functions that a module defines."""
    if path.suffix == ".ts":
        exported = r"^export (?:abstract )?(?:class|function|interface|type|const enum) (\w+)"
        yield from re.findall(exported, path.read_text("utf-8"), flags=re.MULTILINE)
        return
    for node in tree_of(path).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


@pytest.mark.parametrize("folder", ["cc_widgets", "js/src"])
def test_a_public_name_is_defined_once(folder):
    places = defaultdict(set)
    for path in CODE:
        if path.is_relative_to(ROOT / folder) and not path.name.endswith(".test.ts"):
            for name in definitions(path):
                places[name].add(str(path.relative_to(ROOT)))
    assert {name: sorted(paths) for name, paths in places.items() if len(paths) > 1} == {}
