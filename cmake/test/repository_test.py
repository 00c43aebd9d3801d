"""Which files repository.py lists."""

import os
import subprocess
from unittest import mock

import repository
from in_a_folder import InAFolder


class Files(InAFolder):
    FILES = [".gitignore", "a/größe.md", "a/new.md", "known.cpp"]

    def test_files(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        for name in ("known.cpp", "gone.cpp", "a/new.md", "a/größe.md", "ignored.cpp"):
            self.write(name, "text")
        self.write(".gitignore", "ignored.*\n")
        subprocess.run(["git", "add", "known.cpp", "gone.cpp"], cwd=self.root, check=True)
        (self.root / "gone.cpp").unlink()
        self.assertEqual(repository.files(self.root), self.FILES)
        with mock.patch.dict(os.environ, {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}):
            self.assertEqual(repository.files(self.root), self.FILES)

    def test_no_repository(self):
        with self.assertRaisesRegex(repository.Skipped, "git lists no files"):
            repository.files(self.root)

    def test_unchanged_files_stay(self):
        file = self.root / "pages/page.md"
        repository.write_if_new(file, "text")
        os.utime(file, (1, 1))
        repository.write_if_new(file, "text")
        self.assertEqual(file.stat().st_mtime, 1)
        repository.write_if_new(file, "new text")
        self.assertEqual(file.read_text(encoding="utf-8"), "new text")
