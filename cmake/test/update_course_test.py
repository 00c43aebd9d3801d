"""The course is updated in clones that students have worked in."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import update_course

SOLUTION = "int f() {\n  //{ solution\n  return %s;\n  //| return 0;\n  //}\n}\n%s"


def git(folder, *arguments):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@x.edu", *arguments], cwd=folder,
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def bare_environment(home):
    """The variables of a machine on which nobody has set up git, whatever this machine knows."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith("GIT_") and name not in ("EMAIL", "XDG_CONFIG_HOME")}
    # git must not guess an address from the name of the machine either.
    return {**kept, "HOME": str(home), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "user.useConfigOnly",
            "GIT_CONFIG_VALUE_0": "true"}


def write(root, name, text):
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def skeleton(more=""):
    return "int f() {\n  return 0;\n}\n" + more


def put(course, task, answer, more=""):
    """A task in the course: its solution, and its skeleton as the exercise."""
    write(course, f"solutions/01_x/{task}.cpp", SOLUTION % (answer, more))
    write(course, f"exercises/01_x/{task}.cpp", skeleton(more))


def commit(folder, message):
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)


class UpdateCourse(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Makes the course and a clone of it, of which each test has a copy."""
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.made = Path(folder.name)
        course = cls.made / "course"
        course.mkdir()
        git(course, "init", "-q", "-b", "main")
        for task in ("1_add", "2_sub", "3_mul"):
            put(course, task, "1")
        write(course, "lessons/01_x/tests/1_add.cpp", "test 1\n")
        commit(course, "first")
        git(cls.made, "clone", "-q", "course", "clone")

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        shutil.copytree(self.made, self.folder.name, dirs_exist_ok=True)
        home = Path(self.folder.name, "home")
        home.mkdir()
        variables = mock.patch.dict(os.environ, bare_environment(home), clear=True)
        variables.start()
        self.addCleanup(variables.stop)
        self.course = Path(self.folder.name, "course")
        self.clone = Path(self.folder.name, "clone")
        git(self.clone, "remote", "set-url", "origin", str(self.course))

    def exercise(self, task):
        return (self.clone / f"exercises/01_x/{task}.cpp").read_text(encoding="utf-8")

    def printed(self, *arguments):
        """What a git command prints in the clone."""
        return subprocess.run(["git", *arguments], cwd=self.clone, check=True, encoding="utf-8",
                              stdout=subprocess.PIPE).stdout

    def edit(self, task, text):
        write(self.clone, f"exercises/01_x/{task}.cpp", text)

    def publish(self):
        """A new version: a test is fixed, two skeletons change, a task is new."""
        write(self.course, "lessons/01_x/tests/1_add.cpp", "test 2\n")
        put(self.course, "2_sub", "1", "// new\n")
        put(self.course, "3_mul", "1", "// new\n")
        put(self.course, "4_div", "1")
        commit(self.course, "second")

    def check_updated(self):
        self.publish()
        said = "\n".join(update_course.update(self.clone, str(self.course)))
        self.assertEqual(self.exercise("1_add"), "mine 1\n")
        self.assertEqual(self.exercise("2_sub"), "mine 2\n")
        self.assertEqual(self.exercise("3_mul"), skeleton("// new\n"))
        self.assertEqual(self.exercise("4_div"), skeleton())
        self.assertEqual((self.clone / "lessons/01_x/tests/1_add.cpp").read_text(), "test 2\n")
        self.assertIn("2 exercises with your work are as they were", said)
        self.assertIn("2_sub.cpp: the exercise has changed", said)
        self.assertNotIn("1_add.cpp:", said)
        self.assertIn("lessons with changes: 01_x", said)
        kept = list((self.clone / "backups").rglob("*.cpp*"))
        self.assertEqual(sorted(file.name for file in kept),
                         ["1_add.cpp", "2_sub.cpp", "2_sub.cpp.new"])

    def test_keeps_what_was_edited(self):
        self.edit("1_add", "mine 1\n")
        self.edit("2_sub", "mine 2\n")
        self.check_updated()
        again = update_course.update(self.clone, str(self.course))
        self.assertEqual(len(again), 1)
        self.assertIn("has nothing newer", again[0])
        self.assertEqual(self.exercise("2_sub"), "mine 2\n")

    def commit_own_work(self):
        self.edit("1_add", "mine 1\n")
        self.edit("2_sub", "mine 2\n")
        git(self.clone, "commit", "-q", "-a", "-m", "my work")

    def check_identity(self, expected, **config):
        """Merges with what git knows of an identity."""
        self.commit_own_work()
        for part, value in config.items():
            git(self.clone, "config", f"user.{part}", value)
        self.check_updated()
        self.assertEqual(self.printed("log", "-1", "--format=%an %ae %cn %ce"), f"{expected}\n")

    def test_merges_without_an_identity(self):
        self.check_identity("course update course@localhost course update course@localhost")

    def test_merges_with_the_part_of_an_identity_that_there_is(self):
        os.environ["GIT_AUTHOR_NAME"] = "Sam"
        self.check_identity("Sam s@x.edu course update s@x.edu", email="s@x.edu")

    def test_merges_with_the_identity_of_the_student(self):
        self.check_identity("s s@x.edu s s@x.edu", email="s@x.edu", name="s")

    def sign_with(self, script):
        """Has git sign every commit with this script in place of gpg."""
        program = Path(self.folder.name, "sign")
        program.write_text(script)
        program.chmod(0o755)
        git(self.clone, "config", "commit.gpgsign", "true")
        git(self.clone, "config", "gpg.program", str(program))

    def test_merges_where_commits_cannot_be_signed(self):
        self.commit_own_work()
        self.sign_with("#!/bin/sh\nexit 2\n")
        self.publish()
        said = update_course.update(self.clone)
        self.assertIn("git could not sign", "\n".join(said))
        self.assertEqual(self.printed("log", "-1", "--format=%s"), "Update the course\n")
        self.assertEqual(self.printed("status", "--porcelain", "--untracked-files=no"), "")

    def test_signs_the_merge_where_it_can(self):
        self.commit_own_work()
        self.sign_with("#!/bin/sh\ncat >/dev/null\necho '[GNUPG:] SIG_CREATED ' >&2\necho signature\n")
        self.publish()
        said = update_course.update(self.clone)
        self.assertNotIn("sign", "\n".join(said))
        self.assertIn("gpgsig signature", self.printed("cat-file", "-p", "HEAD"))

    def test_settings_for_own_commits_do_not_stop_a_merge(self):
        self.commit_own_work()
        hooks = Path(self.folder.name, "hooks")
        hooks.mkdir()
        for name in ("pre-commit", "commit-msg", "prepare-commit-msg", "pre-merge-commit"):
            (hooks / name).write_text("#!/bin/sh\nexit 1\n")
            (hooks / name).chmod(0o755)
        for key, value in (("core.hooksPath", str(hooks)), ("merge.ff", "only"), ("color.ui", "always"),
                           ("merge.verifySignatures", "true"), ("branch.main.mergeOptions", "--squash")):
            git(self.clone, "config", key, value)
        self.check_updated()

    def test_own_files_may_have_any_letters(self):
        self.edit("5_übung", "mine 5\n")
        git(self.clone, "add", "-A")
        self.commit_own_work()
        self.publish()
        update_course.update(self.clone)
        self.assertEqual(self.exercise("5_übung"), "mine 5\n")
        self.assertEqual(self.exercise("3_mul"), skeleton("// new\n"))

    def test_an_update_that_fails_leaves_no_merge(self):
        self.commit_own_work()
        self.edit("3_mul", "mine 3\n")
        self.publish()
        before = self.printed("rev-parse", "HEAD"), self.printed("status", "--porcelain")
        for step in ("keep_exercises", "finish_merge"):
            with mock.patch.object(update_course, step, side_effect=OSError("the disk is full")):
                with self.assertRaises(OSError):
                    update_course.update(self.clone)
            after = self.printed("rev-parse", "HEAD"), self.printed("status", "--porcelain",
                                                                    "--", ":!backups")
            self.assertEqual(after, before)
            self.assertFalse(update_course.is_merging(self.clone))
            self.assertEqual(self.exercise("3_mul"), "mine 3\n")
        update_course.update(self.clone)
        self.assertEqual(self.exercise("3_mul"), "mine 3\n")

    def test_a_merge_of_the_students_own_is_left_alone(self):
        git(self.clone, "checkout", "-q", "-b", "other")
        write(self.clone, "exercises/01_x/notes.md", "notes")
        commit(self.clone, "notes")
        git(self.clone, "checkout", "-q", "main")
        git(self.clone, "merge", "-q", "--no-ff", "--no-commit", "other")
        self.publish()
        with self.assertRaisesRegex(update_course.Refused, "a merge has begun"):
            update_course.update(self.clone)
        self.assertTrue(update_course.is_merging(self.clone))
        self.assertEqual((self.clone / "exercises/01_x/notes.md").read_text(), "notes")

    def test_says_whose_clone_it_is(self):
        with mock.patch.dict(os.environ, {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}), \
                mock.patch.object(os, "geteuid", return_value=os.geteuid() + 1):
            with self.assertRaisesRegex(update_course.Refused, "this clone belongs to .* safe[.]directory"):
                update_course.update(self.clone)

    def test_says_that_a_folder_is_no_clone(self):
        with self.assertRaisesRegex(update_course.Refused, "not a git clone"):
            update_course.update(Path(self.folder.name))

    def test_updates_what_a_template_made(self):
        shutil.rmtree(self.clone / ".git")
        git(self.clone, "init", "-q", "-b", "main")
        commit(self.clone, "from the template")
        self.commit_own_work()
        self.check_updated()

    def test_a_file_of_ones_own_with_a_new_name_stays(self):
        self.edit("4_div", "mine 4\n")
        self.publish()
        update_course.update(self.clone)
        self.assertEqual(self.exercise("4_div"), "mine 4\n")

    def test_a_missing_exercise_comes_back(self):
        (self.clone / "exercises/01_x/1_add.cpp").unlink()
        self.publish()
        update_course.update(self.clone)
        self.assertEqual(self.exercise("1_add"), skeleton())

    def test_nothing_changes_where_it_cannot(self):
        self.edit("1_add", "mine 1\n")
        self.publish()
        write(self.clone, "lessons/01_x/tests/1_add.cpp", "my test\n")
        with self.assertRaisesRegex(update_course.Refused, "lessons/01_x/tests/1_add.cpp"):
            update_course.update(self.clone)
        git(self.clone, "commit", "-q", "-a", "-m", "my test")
        with self.assertRaisesRegex(update_course.Refused, "both changed lessons/01_x"):
            update_course.update(self.clone)
        self.assertEqual(self.exercise("1_add"), "mine 1\n")
        self.assertEqual((self.clone / "lessons/01_x/tests/1_add.cpp").read_text(), "my test\n")

    def test_says_what_is_missing(self):
        git(self.clone, "remote", "remove", "origin")
        with self.assertRaisesRegex(update_course.Refused, "no remote"):
            update_course.update(self.clone)
        with self.assertRaisesRegex(update_course.Refused, "git fetch failed"):
            update_course.update(self.clone, "/nowhere")
