#!/usr/bin/env python3
"""Brings a clone of the course up to date and keeps the exercises that you have worked on.

    update_course.py [FROM]

FROM is a remote or an address of the course; without it, the remote `upstream` if there is one,
otherwise `origin`. An exercise that was never touched becomes the new one. One that was edited stays
as it is; a copy is in backups/, and if its skeleton has changed as well, the new skeleton is there too.
Files outside of exercises/ must not have changes of your own.
"""

import datetime
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import make_skeleton

EXERCISES = "exercises/"
# What a student has set up for their own work must not change what these commands do: names are
# printed as they are, and a hook that checks commits has no say in the course's.
OPTIONS = ["-c", "core.quotePath=false", "-c", "color.ui=false", "-c", f"core.hooksPath={os.devnull}"]


class Refused(Exception):
    """Why nothing was changed, in words."""


def run_git(root, *arguments, options=()):
    return subprocess.run(["git", *OPTIONS, *options, *arguments], cwd=root, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", errors="surrogateescape")


def git(root, *arguments, check=True, options=()):
    """What a git command prints; with check=False nothing where it fails."""
    done = run_git(root, *arguments, options=options)
    if done.returncode == 0:
        return done.stdout
    if check:
        raise Refused(f"git {arguments[0]} failed: {done.stderr.strip()}")
    return ""


def identity(root):
    """Options that name whoever merges, as far as git does not know: a merge needs that before it begins."""
    known = {"name": "", "email": os.environ.get("EMAIL", "")}
    return [option for part, words in (("name", "course update"), ("email", "course@localhost"))
            if not known[part] and not git(root, "config", f"user.{part}", check=False).strip()
            for option in ("-c", f"user.{part}={words}")]


def is_merging(root):
    return (root / git(root, "rev-parse", "--git-path", "MERGE_HEAD").strip()).exists()


def check_clone(root):
    """Refuses folders in which git cannot merge."""
    if not git(root, "rev-parse", "--show-toplevel", check=False).strip():
        if (root / ".git").exists() and root.stat().st_uid != os.geteuid():
            raise Refused(f"this clone belongs to {owner(root)}, and git works only in clones of your "
                          f"own. Run ./course update as {owner(root)}. If you mean to change the "
                          "clone as another user, tell git so, then try again: "
                          f"git config --global --add safe.directory '{root}'")
        raise Refused("this folder is not a git clone. Clone the course anew, and copy your exercises/")
    if is_merging(root):
        raise Refused("a merge has begun and is not committed. Finish it with git commit, or take it "
                      "back with git merge --abort, then try again")


def owner(root):
    try:
        return root.owner()
    except KeyError:  # as in a container, which does not know the users outside
        return f"the user with number {root.stat().st_uid}"


def source_of(root, named):
    """Where the new course comes from."""
    remotes = git(root, "remote").split()
    if named:
        return named
    for remote in ("upstream", "origin"):
        if remote in remotes:
            return remote
    raise Refused("this clone has no remote. Say where the course is: ./course update ADDRESS")


def own_changes(root):
    """Files outside of exercises/ that differ from the last commit."""
    lines = git(root, "status", "--porcelain", "--untracked-files=no").splitlines()
    names = [line[3:].split(" -> ")[-1].strip('"') for line in lines]
    return sorted(name for name in names if not name.startswith(EXERCISES))


def sources(root, commit):
    """The exercises and solutions of a commit, by their paths."""
    packed = subprocess.run(["git", *OPTIONS, "archive", "--format=tar", commit, "exercises", "solutions"], cwd=root,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if packed.returncode != 0:
        raise Refused(f"git archive failed: {packed.stderr.decode(errors='replace').strip()}")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        return {member.name: archive.extractfile(member).read().decode("utf-8", "surrogateescape")
                for member in archive if member.isfile()}


def exercises_in(files):
    return {name for name in files if name.startswith(EXERCISES)}


def skeleton_in(files, exercise):
    """What an exercise began as in a commit with these files; nothing where it has none."""
    solution = exercise.replace(EXERCISES, "solutions/", 1)
    try:
        return make_skeleton.make("skeleton", files[solution], solution) if solution in files else ""
    except make_skeleton.BrokenMarks:
        return files.get(exercise, "")


def read_own(root, names):
    """The text of each exercise on the disk."""
    own = {}
    for name in names:
        file = root / name
        own[name] = file.read_text(encoding="utf-8", errors="surrogateescape") \
            if file.is_file() else None
    return own


def write(file, text):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", errors="surrogateescape")


def merge(root, new):
    """Takes over the new commit; exercises may be anything afterwards."""
    if run_git(root, "merge-base", "--is-ancestor", "HEAD", new).returncode == 0:
        git(root, "merge", "--ff-only", "--no-verify-signatures", new)
        return
    options = ["--no-commit", "--no-ff", "--no-squash", "--no-verify-signatures"]
    if not git(root, "merge-base", "HEAD", new, check=False):
        options += ["--allow-unrelated-histories", "-X", "theirs"]  # made from a template
    merged = run_git(root, "merge", *options, new, options=identity(root))
    conflicts = git(root, "diff", "--name-only", "--diff-filter=U").splitlines()
    outside = [name for name in conflicts if not name.startswith(EXERCISES)]
    if outside:
        raise Refused("your commits and the new course both changed " + ", ".join(outside) +
                      ". Merge them by hand (git merge FETCH_HEAD)")
    if not is_merging(root):
        raise Refused(f"git merge failed: {(merged.stderr or merged.stdout).strip()}")


def finish_merge(root):
    """Commits a merge that waits for its exercises. Returns what to say of it."""
    if not is_merging(root):
        return []
    git(root, "add", "-A", "--", EXERCISES)
    commit, options = ("commit", "-q", "-m", "Update the course"), identity(root)
    if run_git(root, *commit, options=options).returncode == 0:
        return []
    git(root, *commit, "--no-gpg-sign", options=options)
    return ["git could not sign the commit that updates the course, so it has no signature"]


def keep_exercises(root, old, new, own, backups):
    """Writes every exercise as it has to be now. `old` and `new` are the sources of both commits. Returns what to say of it,
    and how many are kept."""
    said, kept = [], 0
    for name in sorted(exercises_in(new) | set(own)):
        text = own.get(name)
        before, after = skeleton_in(old, name), skeleton_in(new, name)
        if text is None or text == before:  # never touched: as the new course has it
            if after:
                write(root / name, after)
            elif (root / name).is_file() and text is not None:
                (root / name).unlink()
            continue
        kept += 1
        write(root / name, text)
        write(backups / name, text)
        if not after:
            said.append(f"{name} is not an exercise any more; yours stays where it is")
        elif after != before:
            write(backups / (name + ".new"), after)
            said.append(f"{name}: the exercise has changed. Yours is kept; the new one is "
                        f"{(backups / (name + '.new')).relative_to(root)}")
    return said, kept


def take_over(root, old, new, own):
    """Merges the commit `new`, and keeps the exercises; `old` are the sources of the commit before. Returns lines to print."""
    now = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
    backups = root / "backups" / f"update-{now}"
    tracked = sorted(exercises_in(old))
    for name in own.keys() - set(tracked):
        (root / name).unlink()  # where the new course has a file of this name, git would stop
    if tracked:
        git(root, "checkout", "-q", "HEAD", "--", *tracked)
    merge(root, new)
    said, kept = keep_exercises(root, old, sources(root, new), own, backups)
    said += finish_merge(root)
    line = f"{kept} exercises with your work are as they were" if kept != 1 \
        else "1 exercise with your work is as it was"
    return [line + (f"; copies are in {backups.relative_to(root)}" if kept else ""), *said]


def take_back(root, old, own):
    """Leaves everything as it was before the update: nothing outside of exercises/ had changes."""
    git(root, "reset", "-q", "--hard", old, check=False)
    for name, text in own.items():
        if text is None:
            (root / name).unlink(missing_ok=True)
        else:
            write(root / name, text)


def update(root, named=None):
    """Updates a clone. Returns lines to print."""
    check_clone(root)
    changed = own_changes(root)
    if changed:
        raise Refused("files outside of exercises/ have changes of your own: " + ", ".join(changed) +
                      ". Commit them, or take them back with git checkout, then try again")
    source = source_of(root, named)
    git(root, "fetch", "-q", source, "HEAD")
    old = git(root, "rev-parse", "HEAD").strip()
    new = git(root, "rev-parse", "FETCH_HEAD").strip()
    if not git(root, "rev-list", "-1", f"{old}..{new}").strip():
        return [f"{source} has nothing newer. If the course is somewhere else: "
                "./course update ADDRESS"]
    files = {file.relative_to(root).as_posix() for file in (root / EXERCISES).rglob("*.cpp")}
    before = sources(root, old)
    own = read_own(root, exercises_in(before) | files)
    try:
        said = take_over(root, before, new, own)
    except BaseException:
        take_back(root, old, own)
        raise
    lessons = sorted({name.split("/")[1] for name in
                      git(root, "diff", "--name-only", old, new, "--", "lessons").splitlines()
                      if name.count("/") > 1})
    lines = [f"updated from {old[:10]} to {new[:10]}", said[0]]
    if lessons:
        lines.append("lessons with changes: " + ", ".join(lessons))
    return lines + said[1:]


def main(arguments):
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        sys.exit(__doc__)
    sys.stdout.reconfigure(errors="backslashreplace")  # names of files may be in any encoding
    try:
        for line in update(Path.cwd(), *arguments):
            print("course:", line)
    except Refused as reason:
        sys.exit(f"course: nothing was changed: {reason}")
    except FileNotFoundError as problem:
        sys.exit(f"course: nothing was changed: {problem} (is git installed?)")
    except OSError as problem:  # a folder that is read-only, or a disk that is full
        sys.exit(f"course: nothing was changed: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
