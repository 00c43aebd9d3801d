"""What tests of scripts share: a folder of their own, which is gone afterwards."""

import tempfile
import unittest
from pathlib import Path


class InAFolder(unittest.TestCase):
    """A test with a folder, `root`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text):
        """Writes a file below the folder, a program if it begins with `#!`. Returns its path."""
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        if text.startswith("#!"):
            file.chmod(0o755)
        return file
