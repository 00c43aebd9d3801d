"""A made-up class: every kernel of the course by itself and mixed, and everything that a class should not hand in but may."""

import io
import os
import re
import sys
import tarfile
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "cmake" / "scripts"))
import lesson_toml
import make_skeleton
import make_wrong

# What a kernel, or the first function of a file without a kernel, can begin with so that it is broken.
BREAKAGES = {"syntax": "int broken = (1;", "type": 'int broken = "a text";',
             "endless-loop": "for (volatile bool on = true; on;) {}", "crash": "__builtin_trap();", "removed": None}


@dataclass
class Expected:
    """What one student must get."""
    kernels: dict = field(default_factory=dict)  # by the task's id: which kernel of the course it is; others earn nothing
    said: tuple = ()  # texts that the result must have
    broken: set = field(default_factory=set)  # tasks that must not earn everything


class Task:
    """A task of a lesson, and the kernels that the course has for it."""

    def __init__(self, root, lesson, number, check):
        self.lesson, self.number, self.check = lesson, int(number), check
        self.id = f"{lesson.id}.{number}"
        self.stem = lesson_toml.file_name(number, check)
        self.file = f"{self.stem}.cpp"
        self.place = f"exercises/{lesson.folder}/{self.file}"
        file = root / "solutions" / lesson.folder / self.file
        solution, skeleton = make_skeleton.texts(file)
        self.kernels = {"solution": file.read_text(encoding="utf-8"), "skeleton": skeleton}
        for mistake in make_wrong.read(make_wrong.file_of(file)):
            self.kernels[mistake.name] = mistake.kernel(solution, self.file)

    def broken(self, how):
        """Its solution, broken in one of the ways; nothing where the file is removed."""
        if BREAKAGES[how] is None:
            return None
        text = self.kernels["solution"]
        body = re.compile(r"\)( const)? \{\n").search(text, max(text.find("KW_KERNEL"), 0))
        return text[:body.end()] + BREAKAGES[how] + "\n" + text[body.end():]


class Lesson:
    """A lesson with its tasks."""

    def __init__(self, root, folder):
        text = (root / "lessons" / folder / "lesson.toml").read_text(encoding="utf-8")
        self.folder, self.name, self.number = folder, folder[3:], int(folder[:2])
        self.id = f"lesson{folder[:2]}"
        self.tasks = [Task(root, self, number, check) for number, check in lesson_toml.tasks(text).items()]


def read_course(root, numbers):
    """The lessons with these numbers, or all."""
    folders = sorted(file.parent.name for file in (root / "lessons").glob("*/lesson.toml"))
    return [Lesson(root, folder) for folder in folders if not numbers or int(folder[:2]) in numbers]


def pack(file, entries):
    """Writes a .zip or a .tar.gz of (path, text) pairs, right or wrong."""
    if file.suffix == ".zip":
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, text in entries:
                archive.writestr(path, text)
        return
    with tarfile.open(file, "w:gz") as archive:
        for path, text in entries:
            entry = tarfile.TarInfo(path)
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))


class ClassMaker:
    """Fills a folder with submissions. `students` has what is expected of each, by its folder's or archive's name."""

    def __init__(self, folder, lessons, options):
        self.folder, self.lessons, self.options = folder, lessons, options
        self.tasks = [task for lesson in lessons for task in lesson.tasks]
        self.first = lessons[0]
        # The task whose file most hostile submissions contain.
        self.main = next(task for task in self.first.tasks if "kind" not in task.check)
        self.full = {self.main.id: "solution"}
        self.number = 0
        self.students = {}

    def make(self):
        self.folder.mkdir()
        if self.options.only_broken:
            for lesson in self.lessons:
                self.add_broken(lesson)
        elif not self.options.only_mixes:
            for task in self.tasks:
                for which in self.known(task):
                    self.add(f"{task.id}-{which}", task.file, self.kernel(task, which), Expected({task.id: which}))
            self.add_hostile_kernels()
            self.add_hostile_files()
            self.add_hostile_archive()
            self.add_names()
        for i in range(self.options.count):
            self.add_mix(i)
        return self.students

    def known(self, task):
        """The kernels of a task, as far as the build has programs with them."""
        if self.options.solutions:
            return ["solution"]
        return ["skeleton", "solution"] if self.options.device == "cuda" else sorted(task.kernels)

    def kernel(self, task, which):
        return self.unique(task.kernels[which])

    def unique(self, text):
        self.number += 1
        return f"{text}// {self.number}\n" if self.options.distinct else text

    def write(self, student, file, content):
        path = self.folder / student / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def add(self, student, file, content, expected):
        self.write(student, file, content)
        self.students[student] = expected

    def add_mix(self, i):
        """One file per task, by turns right, unfinished and wrong, in the course's own folders."""
        turn, files, chosen = i, [], {}
        for task in self.tasks:
            known = self.known(task)
            chosen[task.id] = known[turn % len(known)]
            turn = (turn * 7 + 3) % 2**64
            files.append((f"course/{task.place}", self.kernel(task, chosen[task.id])))
        student = f"mix-{i:03}" + ("", ".zip", ".tar.gz")[i % 3]
        if i % 3:
            pack(self.folder / student, files)
        else:
            for path, text in files:
                self.write(student, path, text)
        self.students[student] = Expected(chosen)

    def add_broken(self, lesson):
        """Each task broken in each way, and all others right; or every other task at once, each in another way."""
        ways = list(BREAKAGES)
        if self.options.halves:
            by_turns = {task.id: ways[i % len(ways)] for i, task in enumerate(lesson.tasks)}
            chosen = {f"{lesson.id}-half-{half + 1}": dict(list(by_turns.items())[half::2]) for half in (0, 1)}
        else:
            chosen = {f"{task.id}-{way}": {task.id: way} for task in lesson.tasks for way in ways}
        for student, broken in chosen.items():
            (self.folder / student).mkdir()
            for task in lesson.tasks:
                text = task.broken(broken[task.id]) if task.id in broken else self.kernel(task, "solution")
                if text is not None:
                    self.write(student, task.place, text)
            rest = {task.id: "solution" for task in lesson.tasks if task.id not in broken}
            self.students[student] = Expected(rest, broken=set(broken))

    def sabotaged(self, head, statement):
        """The main task's solution, in which every launch is preceded by a statement."""
        return f"{head}\n" + self.kernel(self.main, "solution").replace("  launch(", f"  {statement}\n  launch(")

    def add_hostile_kernels(self):
        """What else a program can do, the collection of cheats does (grader/test/cheats)."""
        solution = self.kernel(self.main, "solution")
        rows = [("empty", "", {}, "does not define "),
                ("no-semicolon", solution + "int x = 1\n", {}, "does not compile"),
                ("crlf", solution.replace("\n", "\r\n"), self.full, ""),
                ("byte-order-mark", "\uFEFF" + solution, self.full, ""),
                ("hangs", self.sabotaged("", "for (volatile bool on = true; on;) {}"), {},
                 "Is there a loop that never ends?"),
                ("prints-a-gigabyte",
                 self.sabotaged("#include <cstdio>",
                                'for (int i = 0; i < 100000000; ++i) std::puts("[       OK ] ");'),
                 {}, "printed more than"),
                ("crashes", self.sabotaged("", "*(volatile int*)8 = 1;"), {}, "SIGSEGV"),
                ("exits", self.sabotaged("#include <cstdlib>", "std::exit(0);"), {}, "exit code 0"),
                ("own-main", solution + "int main() { return 0; }\n", {}, "it defines main"),
                ("includes-zeros", '#include "/dev/zero"\n' + solution, {}, self.main.file)]
        for name, text, worth, said in rows:
            self.add(name, self.main.file, self.unique(text), Expected(worth, (said,)))
        self.add("binary", self.main.file, b"\x7fELF\0\1\2\3" + 5000 * b"\xff", Expected(said=("does not compile",)))

    def add_hostile_files(self):
        """Files that are not read, and folders without one."""
        self.add("large-file", self.main.file, " " * (2 << 20), Expected(said=("larger than 1 MB",)))
        (self.folder / "empty-folder").mkdir()
        self.students["empty-folder"] = Expected(said=("none of this lesson's files",))
        links = self.folder / "links"
        links.mkdir()
        solutions = self.options.root.resolve() / "solutions"
        (links / self.main.file).symlink_to(solutions / self.first.folder / self.main.file)
        (links / "exercises").symlink_to(solutions)
        self.students["links"] = Expected(said=("symbolic link",))

    def add_hostile_archive(self):
        """One that is refused. What else is, the tests of archives show."""
        name, file, solution = "leads-out.tar.gz", self.main.file, self.kernel(self.main, "solution")
        pack(self.folder / name, [(file, solution), (f"../../{file}", solution)])
        self.students[name] = Expected(said=("leads out of it",))

    def add_names(self):
        """Names of students and folders in every script, and names that are empty."""
        for name in ("Zoë Müller-Łukasz", "李小龍", "محمد علي", "Владимир Ильич", "ขวัญใจ", "שרה כהן", "דוד 🚀",
                     'O\'Brien, "Bob" & <b>Co', "$(touch owned)", "-rf", "a b\tc", "=1+1", "..hidden",
                     "Nguyễn Thị Hồng", "Κώστας", "A\u030Angstro\u0308m", os.fsdecode(b"latin1-\xE9\xFC"),
                     "line\nbreak"):
            self.add(name, self.main.file, self.kernel(self.main, "solution"), Expected(self.full))
