"""Which files repository.py lists."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import repository


class Files(unittest.TestCase):
    FILES = [".gitignore", "a/größe.md", "a/new.md", "known.cpp"]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def test_files(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        (self.root / "a").mkdir()
        for name in ("known.cpp", "gone.cpp", "a/new.md", "a/größe.md", "ignored.cpp"):
            (self.root / name).write_text("text")
        (self.root / ".gitignore").write_text("ignored.*\n")
        subprocess.run(["git", "add", "known.cpp", "gone.cpp"], cwd=self.root, check=True)
        (self.root / "gone.cpp").unlink()
        self.assertEqual(repository.files(self.root), self.FILES)
        with mock.patch.dict(os.environ, {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}):
            self.assertEqual(repository.files(self.root), self.FILES)

    def test_no_repository(self):
        with self.assertRaisesRegex(repository.Skipped, "git lists no files"):
            repository.files(self.root)


if __name__ == "__main__":
    unittest.main()
