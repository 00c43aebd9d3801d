"""The course is updated in clones that students have worked in."""

import subprocess
import tempfile
import unittest
from pathlib import Path

import update_course

SOLUTION = "int f() {\n  //{ solution\n  return %s;\n  //| return 0;\n  //}\n}\n%s"


def git(folder, *arguments):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@x.edu", *arguments], cwd=folder,
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class UpdateCourse(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.course = Path(self.folder.name, "course")
        self.clone = Path(self.folder.name, "clone")
        self.course.mkdir()
        git(self.course, "init", "-q", "-b", "main")
        for task in ("1_add", "2_sub", "3_mul"):
            self.put(task, "1")
        self.write(self.course, "lessons/01_x/tests/1_add.cpp", "test 1\n")
        self.commit("first")
        git(self.folder.name, "clone", "-q", str(self.course), str(self.clone))
        git(self.clone, "config", "user.email", "s@x.edu")
        git(self.clone, "config", "user.name", "s")

    def write(self, root, name, text):
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def put(self, task, answer, more=""):
        """A task in the course: its solution, and its skeleton as the exercise."""
        self.write(self.course, f"solutions/01_x/{task}.cpp", SOLUTION % (answer, more))
        self.write(self.course, f"exercises/01_x/{task}.cpp", self.skeleton(more))

    @staticmethod
    def skeleton(more=""):
        return "int f() {\n  return 0;\n}\n" + more

    def commit(self, message):
        git(self.course, "add", "-A")
        git(self.course, "commit", "-q", "-m", message)

    def exercise(self, task):
        return (self.clone / f"exercises/01_x/{task}.cpp").read_text(encoding="utf-8")

    def edit(self, task, text):
        self.write(self.clone, f"exercises/01_x/{task}.cpp", text)

    def publish(self):
        """A new version: a test is fixed, two skeletons change, a task is new."""
        self.write(self.course, "lessons/01_x/tests/1_add.cpp", "test 2\n")
        self.put("2_sub", "1", "// new\n")
        self.put("3_mul", "1", "// new\n")
        self.put("4_div", "1")
        self.commit("second")

    def check_updated(self):
        self.publish()
        said = "\n".join(update_course.update(self.clone, str(self.course)))
        self.assertEqual(self.exercise("1_add"), "mine 1\n")
        self.assertEqual(self.exercise("2_sub"), "mine 2\n")
        self.assertEqual(self.exercise("3_mul"), self.skeleton("// new\n"))
        self.assertEqual(self.exercise("4_div"), self.skeleton())
        self.assertEqual((self.clone / "lessons/01_x/tests/1_add.cpp").read_text(), "test 2\n")
        self.assertIn("2 exercises with your work are as they were", said)
        self.assertIn("2_sub.cpp: the exercise has changed", said)
        self.assertNotIn("1_add.cpp:", said)
        self.assertIn("lessons with changes: 01_x", said)
        kept = list((self.clone / "backups").rglob("*.cpp*"))
        self.assertEqual(sorted(file.name for file in kept),
                         ["1_add.cpp", "2_sub.cpp", "2_sub.cpp.new"])
        again = update_course.update(self.clone, str(self.course))
        self.assertEqual(len(again), 1)
        self.assertIn("has nothing newer", again[0])
        self.assertEqual(self.exercise("2_sub"), "mine 2\n")

    def test_keeps_what_was_edited(self):
        self.edit("1_add", "mine 1\n")
        self.edit("2_sub", "mine 2\n")
        self.check_updated()

    def test_keeps_what_was_committed(self):
        self.edit("1_add", "mine 1\n")
        self.edit("2_sub", "mine 2\n")
        git(self.clone, "commit", "-q", "-a", "-m", "my work")
        self.check_updated()

    def test_updates_what_a_template_made(self):
        for name in (".git",):
            subprocess.run(["rm", "-rf", str(self.clone / name)], check=True)
        git(self.clone, "init", "-q", "-b", "main")
        git(self.clone, "add", "-A")
        git(self.clone, "commit", "-q", "-m", "from the template")
        self.edit("1_add", "mine 1\n")
        self.edit("2_sub", "mine 2\n")
        git(self.clone, "commit", "-q", "-a", "-m", "my work")
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
        self.assertEqual(self.exercise("1_add"), self.skeleton())

    def test_nothing_changes_where_it_cannot(self):
        self.edit("1_add", "mine 1\n")
        self.publish()
        self.write(self.clone, "lessons/01_x/tests/1_add.cpp", "my test\n")
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


if __name__ == "__main__":
    unittest.main()
