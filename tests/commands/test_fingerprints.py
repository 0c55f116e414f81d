from pathlib import Path

import pytest

from cc_widgets.commands.workshop.checkout import of_files, of_texts, of_tree


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("src/plugin.ts", "src/lib/geometry.ts", "package.json", "lib/plugin.js"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, "utf-8")
    return tmp_path


def test_the_same_tree_has_the_same_fingerprint(tree):
    assert of_tree(tree) == of_tree(tree)


def test_touching_a_file_without_changing_it_changes_nothing(tree):
    before = of_tree(tree)
    (tree / "package.json").touch()
    assert of_tree(tree) == before


@pytest.mark.parametrize("name", ["src/plugin.ts", "src/lib/geometry.ts", "package.json"])
def test_a_changed_file_changes_the_fingerprint(tree, name):
    before = of_tree(tree, without=["lib"])
    (tree / name).write_text("changed", "utf-8")
    assert of_tree(tree, without=["lib"]) != before


def test_a_new_a_renamed_and_a_removed_file_change_the_fingerprint(tree):
    seen = [of_tree(tree)]
    (tree / "src/new.ts").write_text("", "utf-8")
    seen.append(of_tree(tree))
    (tree / "src/new.ts").rename(tree / "src/newer.ts")
    seen.append(of_tree(tree))
    (tree / "package.json").unlink()
    seen.append(of_tree(tree))
    assert len(set(seen)) == len(seen)


def test_a_left_out_folder_is_left_out_at_the_top_only(tree):
    before = of_tree(tree, without=["lib"])
    (tree / "lib/plugin.js").write_text("built again", "utf-8")
    assert of_tree(tree, without=["lib"]) == before


def test_a_missing_folder_has_no_fingerprint(tmp_path):
    assert of_tree(tmp_path / "nowhere") == ""


def test_a_missing_file_is_told_from_an_empty_one(tmp_path):
    before = of_files(tmp_path, [tmp_path / "file"])
    (tmp_path / "file").touch()
    assert of_files(tmp_path, [tmp_path / "file"]) != before


def test_texts_are_not_simply_joined():
    assert of_texts("ab", "c") != of_texts("a", "bc")
