"""Which files belong to the repository."""

import subprocess
import sys
from pathlib import Path

SKIPPED = 77  # the exit code of a check that could check nothing


def files(root):
    """The files that git knows or would add, as sorted paths below the root.

    Without git or a repository it ends the program: there is nothing that says what to check.
    """
    # The clone may belong to another user. To list files is safe there, because git starts no program of theirs.
    command = ["git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "ls-files", "-z", "--cached",
               "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, encoding="utf-8",
                                errors="surrogateescape", check=True).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        print(f"nothing is checked, because git lists no files of {root}: {problem}")
        sys.exit(SKIPPED)
    return sorted({name for name in listed.split("\0") if (Path(root) / name).is_file()})
