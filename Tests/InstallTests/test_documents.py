"""The documents that have to open as expected, and the README's list of them."""

import subprocess
from pathlib import Path

CHECK = Path(__file__).parent.parent / "check-document-samples"


def test_every_document_has_what_is_expected_and_the_list_of_what_opens_is_current():
    done = subprocess.run([CHECK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
