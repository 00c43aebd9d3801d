"""Hands in every cheat and every control of these tables as a class, and compares what each got with what it must get.

    cheat_check.py COURSE BUILD [--only TEXT] [--seed N] [--no-speed | --only-speed] [--tell] [--device cuda]

A cheat tries something, and a control only looks as if it did. Each group of them is a table, GROUP.cases, whose cases
have a name, the task, what they must earn (nothing, everything, any, at most 4, share 2 of 4), and why, in words:

    == halved: lesson01.3, nothing
    It adds only half of the elements, and says that it added all.
    on a gpu: any, because ...   (what it earns there, where that differs)
    speed: at most 0.5           (or at least 0.9: the credit of the check for speed)
    says: a text                 (of the result; may be repeated)
    hides: a text                (that the result must not hold; may be repeated)
    open: why                    (it is known that this is not yet as it must be)
    lines end: as on Windows     (those of the file)
    -  auto programs = out.extent(0) / kBlockSize;
    +  auto programs = out.extent(0) / kBlockSize / 2;

What is handed in is the task's solution with these edits, written as in a .mistakes file; or, after an empty line, a file of
its own, for which the solution's includes and `using namespace kw;` are put in front.
`#include "find.part"` is replaced by that file. CI runs it on the CPU; --device cuda is for a machine with a GPU. On the
CPU it needs the sandbox, without which much would be let through.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT / "cmake/scripts"))

import make_skeleton  # noqa: E402
import make_wrong  # noqa: E402

CASE = re.compile(r"(\w+): (lesson(\d\d)\.(\d)), (.*)\n((?:(?![-+ \n]|.* => ).*\n)*)(\n?)((?:.*\n)*)")
FIELD = re.compile(r"(on a gpu|speed|says|hides|open|lines end): (.*)")
INCLUDE = re.compile(r'#include [<"].*(?<!\.part")\n', re.MULTILINE)
HAIR = 0.006  # points are rounded


class Cheat:
    def __init__(self, group, case):
        name, self.task, lesson, task, self.earns, head, whole, code = CASE.fullmatch(case).groups()
        self.name = f"{group}/{name}"
        self.fields = {}
        for field in filter(None, map(FIELD.fullmatch, head.splitlines())):
            self.fields.setdefault(field[1], []).append(field[2])
        solution = next(ROOT.glob(f"solutions/{lesson}_*/{task}_*.cpp"))
        self.file = solution.name
        self.text = make_skeleton.make("solution", solution.read_text(encoding="utf-8"), solution)
        if whole:
            own = "".join(INCLUDE.findall(code.partition("\n\n")[0] + "\n"))
            includes = "".join(INCLUDE.findall(self.text.partition("using namespace kw;")[0])) + own
            self.text = f"{includes}\nusing namespace kw;\n\n{code.removeprefix(own).strip(chr(10))}\n"
        else:
            for old, new in make_wrong.edits(code) if code.strip() else ():
                self.text = make_wrong.replace_once(self.text, old, new, self.task) if old != new else self.text
        while part := re.search(r'#include "([a-z_]+\.part)"\n', self.text):
            self.text = self.text.replace(part[0], (HERE / part[1]).read_text(encoding="utf-8"), 1)
        if "lines end" in self.fields:
            self.text = self.text.rstrip("\n").replace("\n", "\r\n")

    def one(self, field):
        return self.fields.get(field, [""])[0]


def read_cheats(only):
    """All cheats whose names have this text."""
    tables = [(file.stem, file.read_text(encoding="utf-8")) for file in sorted(HERE.glob("*.cases"))]
    cheats = [Cheat(group, case) for group, text in tables for case in text.split("\n== ")[1:]]
    return [cheat for cheat in cheats if only in cheat.name]


def grade(options, cheats, speed):
    """The result of each cheat by its name, and its text. Ends the test where there is no sandbox."""
    with tempfile.TemporaryDirectory() as place:
        for cheat in cheats:
            file = Path(place, "class", cheat.name.replace("/", "-", 1), cheat.file)
            file.parent.mkdir(parents=True)
            file.write_bytes(cheat.text.encode())
        on_gpu = options.device == "cuda"
        searches = on_gpu and any(cheat.task == "lesson09.3" for cheat in cheats)  # for 90 seconds
        command = [options.build / "grader/grader", "class", f"{place}/class", "--output", f"{place}/graded",
                   "--source-dir", options.root, "--build-dir", options.build, "--device", options.device,
                   "--bench" if speed else "--no-bench", "--memory", "256", "--task-seconds", "200" if searches else "20",
                   "--call-seconds", "2",  # one is too few for a control whose programs wait for each other
                   "--lessons", ",".join(sorted({cheat.task.removeprefix("lesson") for cheat in cheats}))]
        if not speed and not on_gpu:
            command += ["--jobs", "8"]  # many only wait until a limit ends them
        if options.seed:
            command += ["--seed", options.seed]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        said = run.stdout + run.stderr
        if "the sandbox does not work" in said:
            sys.exit(f"SKIPPED: {said}")
        found = {}
        for file in Path(place, "graded", "results").glob("*.json"):
            text = file.read_text(encoding="utf-8")
            result = json.loads(text)
            found[Path(result["submission"]["source"]).name] = result, text
        if len(found) != len(cheats):
            print(f"THE RUN WAS GIVEN UP: {said}")
        return {cheat.name: found.get(cheat.name.replace("/", "-", 1)) for cheat in cheats}


def check_of(cheat, result):
    """What the task got, and its check for speed, where there is one."""
    for lesson in result["lessons"]:
        for check in lesson["checks"]:
            if check["task"] and f"{lesson['id']}.{check['task']}" == cheat.task:
                of_speed = [one for one in lesson["checks"] if one["of"] == check["id"] and one["speed"]]
                return check, of_speed[0]["speed"] if of_speed else {}
    return {"points": 0, "max_points": 0}, {}


def keeps(wish, number):
    limit = float(wish.split()[-1])
    return number <= limit + HAIR if wish.startswith("at most") else number >= limit - HAIR


def complaint(cheat, device, outcome, options):
    """How the outcome differs from what it must be; empty where it does not."""
    if outcome is None:
        return "there is no result"
    result, text = outcome
    if not result["gradable"]:
        return f"the machine is blamed: {result['reason']}"
    check, speed = check_of(cheat, result)
    points, most = check["points"], check["max_points"]
    wish = cheat.one("on a gpu").partition(",")[0] if device == "cuda" and "on a gpu" in cheat.fields else cheat.earns
    if wish.startswith("share"):
        part, whole = map(float, re.findall(r"\d+", wish))
        good = abs(points - most * part / whole) <= HAIR
    else:
        good = {"nothing": points <= 0, "everything": points >= most - HAIR, "any": True}.get(wish)
        good = keeps(wish, points) if good is None else good
    if not good:
        return f"earns {points} of {most} points, and must earn {wish}"
    wish = cheat.one("speed")
    if wish and speed.get("state") not in ("scored", "wrong"):
        return f"its speed is not scored ({speed.get('note')}), and must be {wish}"
    if wish and not keeps(wish, speed["credit"]):
        return f"has {speed['credit']:.2f} of the credit for speed, and must have {wish}"
    for part in cheat.fields.get("says", []):
        if part not in text:
            return f'the result does not say "{part}"'
    for part in cheat.fields.get("hides", []):
        if part.replace("{root}", str(options.root)).replace("{build}", str(options.build)) in text:
            return f'the result says "{part}"'
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=Path)
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seed")
    for flag in ("--no-speed", "--only-speed", "--tell"):
        parser.add_argument(flag, action="store_true")
    options = parser.parse_args()
    options.root, options.build = options.root.resolve(), options.build.resolve()
    if options.device == "cpu" and not shutil.which("bwrap"):
        sys.exit("SKIPPED: the sandbox needs the program bwrap")
    cheats = read_cheats(options.only)
    right, all_of, wrong = Counter(), Counter(), 0
    for measured in (False, True):
        some = [cheat for cheat in cheats if ("speed" in cheat.fields) == measured]
        if not some or (options.no_speed if measured else options.only_speed):
            continue
        outcomes = grade(options, some, measured)
        for cheat in some:
            outcome = outcomes[cheat.name]
            problem = complaint(cheat, options.device, outcome, options)
            if measured and "too noisy to tell" in problem:
                print(f"NOISY {cheat.name}: {problem}")
                continue
            group = cheat.name.partition("/")[0]
            all_of[group] += 1
            right[group] += not problem
            if problem:
                wrong += "open" not in cheat.fields
                print(f"{'OPEN ' if 'open' in cheat.fields else 'WRONG'} {cheat.name}: {problem[:1500]}")
            if options.tell and outcome:
                print(f"---- {cheat.name}\n{outcome[1]}")
    for group in sorted(all_of):
        print(f"{group}: {right[group]} of {all_of[group]} are as they must be")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
