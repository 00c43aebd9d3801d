#!/usr/bin/env python3
"""Checks that no source includes what its room must not include.

    check_layers.py ROOT TABLE

TABLE (cmake/layers.ini) names the rooms. `files` are the paths below ROOT that belong to a room;
the longest path that fits a file decides. `includes` are the rooms that it may include, and with
each of them everything that one may include. `*` is every room.
"""

import configparser
import re
import sys
from pathlib import Path

import repository

INCLUDE_FOLDERS = ("", "common/include", "explain/include")  # where the compiler looks
SOURCES = (".cpp", ".hpp", ".cu", ".cuh")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)


class BadTable(Exception):
    """A table that names a room that there is not, or has a circle."""


class Table:
    """The rooms, and which of them each may include."""

    def __init__(self, text):
        parser = configparser.ConfigParser()
        parser.read_string(text)
        self.room_of_path = {path: room for room in parser.sections()
                             for path in parser[room]["files"].split()}
        self.direct = {room: parser[room].get("includes", "").split()
                       for room in parser.sections()}
        for room, others in self.direct.items():
            unknown = set(others).difference(self.direct, "*")
            if unknown:
                raise BadTable(f"{room} may include {', '.join(sorted(unknown))}: no such room")
        self.allowed = {room: self.below(room, [room]) for room in self.direct}

    def below(self, room, way):
        """The room, and all that it may include. `way` is how the search came here."""
        rooms = {room}
        for other in self.direct[room]:
            if other == "*":
                rooms.update(self.direct)
            elif other in way:
                raise BadTable("the rooms include each other: " + " -> ".join([*way, other]))
            else:
                rooms |= self.below(other, [*way, other])
        return rooms

    def room(self, file):
        """The room of a file, or None."""
        path = max((path for path in self.room_of_path
                    if file == path or path.endswith("/") and file.startswith(path)),
                   key=len, default=None)
        return self.room_of_path.get(path)


def missing_paths(root, table):
    """Every path of the table that is not in the repository, as a sentence."""
    for path, room in table.room_of_path.items():
        if not (root / path).exists():
            yield f"the room {room} has {path}, which is not there"


def included_files(root, file, code):
    """What of the repository a file includes: (line, name, path below the root)."""
    for match in INCLUDE.finditer(code):
        for folder in (Path(file).parent, *INCLUDE_FOLDERS):
            path = (root / folder / match[1]).resolve()
            if path.is_file() and root in path.parents:
                line = code.count("\n", 0, match.start(1)) + 1
                yield line, match[1], path.relative_to(root).as_posix()
                break


def forbidden(root, table, file):
    """Every include of a file that the table does not allow, as a sentence."""
    room = table.room(file)
    if room is None:
        yield f"{file} is in no room"
        return
    code = (root / file).read_text(encoding="utf-8", errors="replace")
    for line, name, path in included_files(root, file, code):
        other = table.room(path)
        if other is not None and other not in table.allowed[room]:
            below = ", ".join(sorted(table.allowed[room] - {room})) or "no other room"
            yield (f"{file}:{line}: `{name}` goes from the room {room} to the room {other}; "
                   f"{room} may include {below}")


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    root, file = Path(arguments[0]).resolve(), Path(arguments[1])
    try:
        table = Table(file.read_text(encoding="utf-8"))
    except BadTable as problem:
        sys.exit(f"{file}: {problem}")
    names = (name for name in repository.files(root) if name.endswith(SOURCES))
    problems = [*missing_paths(root, table),
                *(problem for name in names for problem in forbidden(root, table, name))]
    if problems:
        sys.exit("\n".join([*problems, f"The table of who may include whom is {file}."]))


if __name__ == "__main__":
    main(sys.argv[1:])
