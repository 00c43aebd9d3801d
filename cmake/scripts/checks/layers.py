"""Which source may include which.

cmake/layers.ini has the rooms, and says how to read it.
"""

import configparser
import functools
import posixpath
import re

TABLE = "cmake/layers.ini"
INCLUDE_FOLDERS = ("", "common/include", "explain/include")  # where the compiler looks
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', re.MULTILINE)


class BadTable(Exception):
    """A table that names a room that there is not, or has a circle."""


class Table:
    """The rooms, and which of them each may include."""

    def __init__(self, text):
        parser = configparser.ConfigParser()
        parser.read_string(text)
        self.files, self.direct, self.holds, self.part = {}, {}, {}, {}
        for part in parser.sections():
            for room, row in parser[part].items():
                files, includes, holds = (row + " | |").split("|")[:3]
                self.files[room], self.direct[room] = files.split(), includes.split()
                self.holds[room], self.part[room] = " ".join(holds.split()), part
        self.room_of_path = {path: room for room, paths in self.files.items() for path in paths}
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
        paths = [path for path in self.room_of_path if covers(path, file)]
        return self.room_of_path[max(paths, key=len)] if paths else None


def covers(path, file):
    """Whether a path of the table is a file, or a folder that has it."""
    return file == path or path.endswith("/") and file.startswith(path)


read_table = functools.lru_cache(maxsize=1)(Table)


def broken_table(file):
    """What is wrong with the table itself."""
    try:
        rooms = Table(file.text).room_of_path
    except BadTable as problem:
        yield 0, str(problem)
        return
    for path, room in rooms.items():
        if not any(covers(path, name) for name in file.files.names):
            yield 0, f"the room {room} has {path}, which is not there"


def included_file(file, name):
    """The path of an included file that is in the repository, or None."""
    for folder in (posixpath.dirname(file.name), *INCLUDE_FOLDERS):
        path = posixpath.normpath(posixpath.join(folder, name))
        if path in file.files.known:
            return path
    return None


def forbidden_includes(file):
    """The includes of a file that the table does not allow."""
    try:
        table = read_table(file.files.text(TABLE))
    except BadTable:
        return  # broken_table says so
    room = table.room(file.name)
    if room is None:
        yield 0, f"is in no room: {TABLE} needs a row for it"
        return
    for match in INCLUDE.finditer(file.text):
        path = included_file(file, match[1])
        other = path and table.room(path)
        if other and other not in table.allowed[room]:
            below = ", ".join(sorted(table.allowed[room] - {room})) or "no other room"
            yield file.line(match.start(1)), (
                f"`{match[1]}` goes from the room {room} to the room {other}; {room} may include {below} "
                f"(the table is {TABLE})")
