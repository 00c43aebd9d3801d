#!/usr/bin/env python3
"""Runs the tests of scripts and of the launcher again as on a machine that nobody has set up.

    bare_environment.py ROOT COMPILER

So does the check of all sources. They run on a copy of the repository that is read-only and has a
space and a letter that is not ASCII in its path. Its user is not root (where root runs this, it is `nobody`) and does not own the copy. There
is no terminal, no git identity and no setting but PATH, the home is empty, the locale is C, and the
umask is 077. A test that depends on one of these fails here.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))
import repository  # pylint: disable=wrong-import-position

NOBODY = 65534  # also the number of its group
LONGEST = 240  # seconds for one test, also on a machine that is busy


def copy_sources(root, copy):
    """Copies what belongs to the repository. Everyone may read the copy, and nobody may write."""
    for name in repository.files(root):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, copy / name)
    subprocess.run(["git", "init", "-q", copy], check=True)  # so checks can list its files
    subprocess.run(["chmod", "-R", "a+rX,a-w", copy], check=True)


def commands(root, python, compiler, temporary):
    """What to run, by name. The slowest come first, so the end does not wait for one of them."""
    repair = root / "explain/repair"
    first = ["find_change_test.py", "update_course_test.py"]
    tests = [*root.glob("cmake/test/*_test.py"), *root.glob("explain/test/*_test.py")]
    needing_a_program = ("launcher_test.py", "slips_by_compiler_test.py")
    tests = [test for test in tests if test.name not in needing_a_program]
    tests.sort(key=lambda test: (test.name not in first, test.name))
    result = {}
    for test in tests:
        if test.is_relative_to(root / "explain"):
            compiles = test.name in ("trials_test.py", "variants_test.py")
            result[test.name] = [python, test, repair, *([compiler] if compiles else [])]
        else:
            result[test.name] = [python, "-m", "unittest", "discover", "-s", test.parent, "-p", test.name]
    result["launcher"] = [root / "cmake/test/launcher", root, temporary / "launcher"]
    result["check.py"] = [python, root / "cmake/scripts/check.py", root]
    return result


def environment(root, home, temporary):
    """All variables that the tests see."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(temporary), "LC_ALL": "C",
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
            "PYTHONPATH": f"{root / 'cmake/scripts'}:{root / 'cmake/scripts/verbs'}"}


def another_user():
    """A Python and the options with which subprocess runs it as a user other than root."""
    if os.geteuid() != 0:
        return sys.executable, {}
    options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    for python in (sys.executable, "/usr/bin/python3"):  # root's own may be in a folder of root's
        try:
            subprocess.run([python, "-c", "pass"], cwd="/", check=True, **options)
            return python, options
        except OSError:
            pass
    sys.exit(f"no user other than root can run {sys.executable}, and there is no /usr/bin/python3")


def run(command, variables, folder, options):
    """The exit code and the output of a test."""
    # Its own session has no terminal.
    with subprocess.Popen([str(word) for word in command], cwd=folder, env=variables, umask=0o077,
                          start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
                          **options) as test:
        try:
            output = test.communicate(timeout=LONGEST)[0]
        except subprocess.TimeoutExpired:
            os.killpg(test.pid, 9)
            return 1, test.communicate()[0] + f"stopped after {LONGEST} s"
    return test.returncode, output


def run_all(folder, arguments):
    """Runs every test on a copy in a folder. Returns the names of those that failed."""
    root, compiler = Path(arguments[0]).resolve(), arguments[1]
    copy, home, temporary = (folder / name for name in ("the cöurse", "home", "temporary files"))
    python, options = another_user()
    for made in (copy, home, temporary):
        made.mkdir()
    for its_own in (home, temporary):
        os.chown(its_own, options.get("user", -1), options.get("group", -1))
    copy_sources(root, copy)
    variables = environment(copy, home, temporary)
    failed = []

    def report(name, command):
        code, output = run(command, variables, temporary, options)
        if code != 0:  # also a check that was skipped: it had all that it needs
            failed.append(name)
            print(f"--- {name} ends with exit code {code}:\n{output}", flush=True)

    with ThreadPoolExecutor(2) as two:
        for name, command in commands(copy, python, compiler, temporary).items():
            two.submit(report, name, command)
    return failed


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    began = time.monotonic()
    sys.stdout.reconfigure(errors="backslashreplace")
    folder = Path(tempfile.mkdtemp(prefix="kernelwright "))
    try:
        folder.chmod(0o755)
        failed = run_all(folder, arguments)
    finally:
        subprocess.run(["chmod", "-R", "u+w", folder], check=False)
        shutil.rmtree(folder, ignore_errors=True)
    if failed:
        sys.exit(f"{len(failed)} tests depend on the environment: " + ", ".join(sorted(failed)))
    print(f"all passed in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
