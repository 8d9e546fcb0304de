"""The Flatpak manifest, as flatpak-builder reads it. A build takes runtimes from the network."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPLICATION_ID = "org.classicphotos.ClassicPhotos"
MANIFEST = ROOT / "data" / "packaging" / f"{APPLICATION_ID}.yaml"
# The network and a window. Everything else goes through portals, which need no permission.
PERMISSIONS = {"--share=network", "--share=ipc", "--socket=wayland", "--socket=fallback-x11", "--device=dri"}


@pytest.fixture(scope="module")
def manifest(tmp_path_factory):
    # flatpak-builder makes a folder where it is called.
    read = subprocess.run(
        ["flatpak-builder", "--show-manifest", MANIFEST], cwd=tmp_path_factory.mktemp("builder"), capture_output=True,
        text=True, check=False)
    assert read.returncode == 0 and not read.stderr, f"flatpak-builder says: {read.stderr}"
    return json.loads(read.stdout)


def test_it_describes_this_program(manifest):
    assert manifest["id"] == APPLICATION_ID
    assert manifest["command"] == manifest["modules"][-1]["name"] == "classic-photos"


def test_its_permissions_are_the_network_and_a_window(manifest):
    assert set(manifest["finish-args"]) == PERMISSIONS


def test_pictures_are_decoded_without_further_processes(manifest):
    """The runtime's GdkPixbuf starts a process for each picture (glycin), and a confined worker may not."""
    built = {module["name"]: module["config-opts"] for module in manifest["modules"] if "config-opts" in module}
    assert {"-Dglycin=disabled", "-Dbuiltin_loaders=all"} <= set(built["gdk-pixbuf"])
    assert {f"-D{kind}=enabled" for kind in ("png", "jpeg", "tiff", "gif", "others")} <= set(built["gdk-pixbuf"])


def test_all_that_is_fetched_is_known_beforehand(manifest):
    for module in manifest["modules"]:
        for source in module["sources"]:
            if source["type"] == "archive":
                assert "sha256" in source if "url" in source else "path" in source, f"{module['name']}: {source}"
            else:
                assert source["type"] == "shell", f"{module['name']}: {source}"


@pytest.mark.skipif(not shutil.which("flatpak-builder-lint"), reason="flatpak-builder-lint is not installed")
def test_flathub_s_linter_finds_nothing():
    said = subprocess.run(
        ["flatpak-builder-lint", "manifest", MANIFEST], capture_output=True, text=True, check=False)
    if said.returncode == 0:
        return
    assert said.stdout.startswith("{"), f"flatpak-builder-lint says: {said.stdout}{said.stderr}"
    errors = json.loads(said.stdout).get("errors", [])
    # The linter asks the project's page whether the name is the project's; it has none yet.
    assert [error for error in errors if not error.startswith("appid-url-not-reachable")] == []
