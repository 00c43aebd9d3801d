#!/usr/bin/env python3
"""Does what a message proposes, and looks whether that is right.

    follow_advice.py ROOT BUILD FOLDER... [--show NAME] [--share K/N] [--stored] [--jobs N]

For each mistake in FOLDER (measure_mistakes.py) it reads what a learner reads. Where that has code
which can be put into the learner's file without understanding it (advice.py), it is put there, in all
ways that are likely: one of them must pass the tests, or compile and lead to another message. It fails
if none does, so it finds advice that cannot be followed. `--share 3/40` looks at every 40th mistake,
beginning with the third. `--stored` takes the
messages that measure_mistakes.py has left in the build folder, which saves a build for each.

A mistake with a line `// by hand: <why>` has a message whose code cannot be put in blindly.
"""

import argparse
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import advice
import make_wrong
import measure_mistakes

MOST_TRIED = 8  # ways to follow one message; they are sorted, the likeliest first


class Trial:
    """One mistake, and what became of following its message: none, right, another or wrong."""

    def __init__(self, mistake, build, stored):
        self.mistake, self.build = mistake, build
        self.place = build.folder / "generated" / "mistakes" / mistake.lesson / mistake.task
        kept = self.place / f"{mistake.name}.txt"
        if stored and kept.exists():
            self.how, _, self.text = kept.read_text(encoding="utf-8").partition("\n")
        else:
            self.how, self.text = build.run(mistake, self.place)
        if self.how == "link" and "No such file" in self.text:
            raise measure_mistakes.BadMistake(f"{mistake.path()}: does not link: {self.text}")
        self.proposals = advice.proposals(self.text, mistake.kernel, f"{mistake.name}.cpp")
        self.kernel, self.result = None, "none"
        if self.proposals and not mistake.expected["by hand"]:
            self.follow()

    def follow(self):
        kernels = advice.followed(self.mistake.kernel, self.proposals)
        solution = advice.without_layout(self.mistake.solution)
        self.result = "wrong"
        for kernel in kernels:
            if advice.without_layout(kernel) == solution:
                self.kernel, self.result = kernel, "right"
                return
        for kernel in kernels[:MOST_TRIED]:
            result = self.judge(kernel)
            if result != "wrong" and self.result == "wrong":
                self.kernel, self.result = kernel, result
            if result == "right":
                self.kernel, self.result = kernel, result
                return

    def judge(self, kernel):
        changed = measure_mistakes.Changed(self.mistake, kernel)
        how, text = self.build.run(changed, self.place)
        if how == "passed":
            return "right"
        return "wrong" if how == "compile" or finding(text) == finding(self.text) else "another"

    def report(self, shown):
        m = self.mistake
        print(f"{self.result:8} {m.lesson}/{m.task}/{m.name}  {[p.code for p in self.proposals]}")
        if shown:
            print(self.text)
            print(advice.difference(m.kernel, self.kernel) if self.kernel else "")


def finding(text):
    """What the first message is about: its kind and its sentence, without numbers."""
    first = re.search(r"\[[a-z-]+\] .*|Wrong values: .*|error: .*", text)
    return re.sub(r"\S*/\S*|\d+", "", first[0])[:80] if first else ""


def share_of(mistakes, share):
    if not share:
        return mistakes
    number, _, count = share.partition("/")
    return mistakes[int(number) % int(count)::int(count)]


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("root", type=Path)
    options.add_argument("build", type=Path)
    options.add_argument("folders", type=Path, nargs="+")
    options.add_argument("--show", default="")
    options.add_argument("--share", default="")
    options.add_argument("--stored", action="store_true")
    options.add_argument("--jobs", type=int, default=2)
    given = options.parse_args()
    root = given.root.resolve()
    build = measure_mistakes.Build(root, given.build.resolve(), one_change=0)
    try:
        mistakes = share_of(measure_mistakes.mistakes_in(given.folders, root, given.show), given.share)
        if not mistakes:
            raise measure_mistakes.BadMistake("there is no such mistake")
        with ThreadPoolExecutor(given.jobs) as workers:
            trials = list(workers.map(lambda m: Trial(m, build, given.stored), mistakes))
    except (measure_mistakes.BadMistake, make_wrong.BadEdit) as problem:
        sys.exit(str(problem))
    for trial in trials:
        if given.show or trial.result not in ("none", "right"):
            trial.report(given.show or (given.share and trial.result == "wrong"))
    count = {word: sum(t.result == word for t in trials)
             for word in ("right", "another", "wrong", "none")}
    print(f"{len(trials)} messages: {count['right']} propose code that makes the tests pass, "
          f"{count['another']} lead to another message, {count['wrong']} cannot be followed, "
          f"{count['none']} propose no code")
    sys.exit(count["wrong"] > 0)


if __name__ == "__main__":
    main()
