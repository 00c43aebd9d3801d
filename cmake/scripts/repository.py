"""Which files belong to the repository, their texts, and files that are made of them."""

import functools
import re
import subprocess
from pathlib import Path


class Skipped(Exception):
    """A check has nothing to check with. The message says what is missing."""


def write_if_new(file, text):
    """Writes a file unless it has this text already: then what is made of it stays."""
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def files(root):
    """The files that git knows or would add, as sorted paths below the root."""
    # The clone may belong to another user. To list files is safe there, because git starts no program of theirs.
    command = ["git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "ls-files", "-z", "--cached",
               "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, encoding="utf-8",
                                errors="surrogateescape", check=True).stdout
    except (OSError, subprocess.CalledProcessError) as problem:
        raise Skipped(f"nothing is checked, because git lists no files of {root}: {problem}") from problem
    return sorted({name for name in listed.split("\0") if (Path(root) / name).is_file()})


class Files:
    """Files by their paths below a root, and the text of each. Tests make them up."""

    def __init__(self, names, read, root=None):
        self.names = sorted(names)
        self.known = frozenset(self.names)
        self.root = root
        self.text = functools.lru_cache(maxsize=None)(read)
        self.matching = functools.lru_cache(maxsize=None)(self._matching)

    @classmethod
    def below(cls, root, names):
        """Those files of a folder."""
        return cls(names, lambda name: (root / name).read_text(encoding="utf-8", errors="replace"), root)

    def _matching(self, pattern):
        """The matches of all paths that a pattern fits from end to end, in order."""
        return list(filter(None, map(re.compile(pattern).fullmatch, self.names)))


class File:
    """A file that a rule looks at. `parts` are what the named groups of the rule's pattern matched in its path."""

    def __init__(self, files, match):
        self.files, self.name, self.parts = files, match[0], match.groupdict()

    @property
    def text(self):
        return self.files.text(self.name)

    def line(self, position):
        """The number of the line that a position of the text is in."""
        return self.text.count("\n", 0, position) + 1
