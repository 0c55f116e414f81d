from pathlib import Path

import pytest

from cc_widgets.commands.workshop.checkout import (
    fingerprint_files,
    fingerprint_texts,
    fingerprint_tree,
)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("src/plugin.ts", "src/lib/geometry.ts", "package.json", "lib/plugin.js"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, "utf-8")
    return tmp_path


def test_fingerprint_of_an_unchanged_tree_is_constant(tree):
    assert fingerprint_tree(tree) == fingerprint_tree(tree)


def test_fingerprint_ignores_modification_times(tree):
    before = fingerprint_tree(tree)
    (tree / "package.json").touch()
    assert fingerprint_tree(tree) == before


@pytest.mark.parametrize("name", ["src/plugin.ts", "src/lib/geometry.ts", "package.json"])
def test_changed_file_changes_the_fingerprint(tree, name):
    before = fingerprint_tree(tree, without=["lib"])
    (tree / name).write_text("changed", "utf-8")
    assert fingerprint_tree(tree, without=["lib"]) != before


def test_new_renamed_and_removed_files_change_the_fingerprint(tree):
    fingerprints = [fingerprint_tree(tree)]
    (tree / "src/new.ts").write_text("", "utf-8")
    fingerprints.append(fingerprint_tree(tree))
    (tree / "src/new.ts").rename(tree / "src/newer.ts")
    fingerprints.append(fingerprint_tree(tree))
    (tree / "package.json").unlink()
    fingerprints.append(fingerprint_tree(tree))
    assert len(set(fingerprints)) == len(fingerprints)


def test_excluded_name_applies_to_the_top_level_only(tree):
    before = fingerprint_tree(tree, without=["lib"])
    (tree / "lib/plugin.js").write_text("built again", "utf-8")
    assert fingerprint_tree(tree, without=["lib"]) == before


def test_fingerprint_of_a_missing_folder_is_empty(tmp_path):
    assert fingerprint_tree(tmp_path / "nowhere") == ""


def test_missing_and_empty_files_have_different_fingerprints(tmp_path):
    before = fingerprint_files(tmp_path, [tmp_path / "file"])
    (tmp_path / "file").touch()
    assert fingerprint_files(tmp_path, [tmp_path / "file"]) != before


def test_fingerprint_depends_on_text_boundaries():
    assert fingerprint_texts("ab", "c") != fingerprint_texts("a", "bc")
