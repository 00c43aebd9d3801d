#!/usr/bin/env python3
"""clangd as editors know it, and what element type and shape each `auto` of a kernel has.

    clangd_with_shapes.py [ARGUMENT OF CLANGD]...

clangd has no type for an `auto` in a template, and a kernel is a template of its sizes. The compiler knows what it was
launched with (verbs/shapes.py). So this program runs between an editor and clangd. It passes on what they say in the
language server protocol, and adds the shapes, to what is shown over a variable and as inlay hints after its name. They are
those of the file when it was last opened or saved; a line that was changed since has none.
"""

import json
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import unquote, urlparse

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent / "verbs"))
import shapes  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
OURS = "kernelwright shapes"  # the id of our own request to the editor


def read_message(stream):
    """The next message, or None at the end."""
    length = 0
    while (line := stream.readline().strip()):
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    return json.loads(stream.read(length)) if length else None


def write_message(stream, message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    stream.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    stream.flush()


class File:
    """A file in the editor: its text now, and the shapes of the lines that declare variables."""

    def __init__(self, text):
        self.text = text
        self.shapes = {}  # by the line's text, which may move

    def learn(self, path, commands):
        text = self.text
        try:
            found = shapes.shapes_of(path, text, commands)
        except (SystemExit, OSError):  # it does not compile: clangd says why
            return
        lines = text.split("\n")
        self.shapes = {lines[number - 1]: " or ".join(words) for number, words in found.items()}

    def hints(self, first, last):
        lines = self.text.split("\n")
        for number, _ in shapes.variables(lines):
            line = lines[number - 1]
            if first <= number - 1 <= last and line in self.shapes:
                yield {"position": {"line": number - 1, "character": shapes.DECLARED.match(line).end(1)},
                       "label": f": {self.shapes[line]}", "kind": 1}

    def shape_at(self, position):
        """The shape of the variable at a place, which was declared last before it. `auto` stands for what follows it."""
        lines = self.text.split("\n")
        line, column = lines[position["line"]], position["character"]
        word = next((found[0] for found in shapes.WORD.finditer(line) if found.start() <= column <= found.end()), "")
        declared = [(number, name) for number, name in shapes.variables(lines) if number - 1 <= position["line"]]
        for number, name in reversed(declared):
            if name == word or (word == "auto" and number - 1 == position["line"]):
                return self.shapes.get(lines[number - 1])
        return None


class Between:
    """Passes on what an editor and clangd say to each other."""

    def __init__(self, clangd, commands):
        self.clangd = clangd
        self.commands = commands
        self.files = {}
        self.asked = {}  # the requests whose answers are added to, by their ids
        self.has_hints = False  # of its own
        self.refreshes = False  # the editor does, when it is told to
        self.writing = threading.Lock()

    def tell_editor(self, message):
        with self.writing:
            write_message(sys.stdout.buffer, message)

    def learn(self, uri):
        def work():
            self.files[uri].learn(Path(unquote(urlparse(uri).path)), self.commands)
            if self.refreshes:
                self.tell_editor({"id": OURS, "method": "workspace/inlayHint/refresh"})
        threading.Thread(target=work, daemon=True).start()

    def from_editor(self, message):
        """Remembers what matters here, and returns whether clangd is to have the message."""
        method, params = message.get("method", ""), message.get("params", {})
        if method == "initialize":
            workspace = params.get("capabilities", {}).get("workspace", {})
            self.refreshes = workspace.get("inlayHint", {}).get("refreshSupport", False)
        uri = params.get("textDocument", {}).get("uri") if isinstance(params, dict) else None
        if method == "textDocument/didOpen":
            self.files[uri] = File(params["textDocument"]["text"])
        if method == "textDocument/didChange":
            self.files[uri].text = params["contentChanges"][-1]["text"]
        if method in ("textDocument/didOpen", "textDocument/didSave"):
            self.learn(uri)
        if method in ("initialize", "textDocument/hover", "textDocument/inlayHint"):
            self.asked[message["id"]] = message
        if method == "textDocument/inlayHint" and not self.has_hints:
            self.tell_editor(self.added_to({"id": message["id"], "result": []}))
            return False
        return message.get("id") != OURS

    def added_to(self, answer):
        """clangd's answer, with what this program has to add."""
        asked = self.asked.pop(answer.get("id"), None) if "method" not in answer else None
        if asked is None or "error" in answer:
            return answer
        params = asked["params"]
        if asked["method"] == "initialize":
            can = answer["result"]["capabilities"]
            self.has_hints = bool(can.get("inlayHintProvider"))
            can["inlayHintProvider"] = can.get("inlayHintProvider") or True
            can["textDocumentSync"]["change"] = 1  # the editor sends whole texts
            return answer
        file = self.files[params["textDocument"]["uri"]]
        if asked["method"] == "textDocument/inlayHint":
            lines = (params["range"][end]["line"] for end in ("start", "end"))
            answer["result"] = [*(answer["result"] or []), *file.hints(*lines)]
        elif (shape := file.shape_at(params["position"])):
            shown = answer["result"] or {"contents": {"kind": "plaintext", "value": ""}}
            shown["contents"]["value"] = f"{shape}\n\n{shown['contents']['value']}".rstrip()
            answer["result"] = shown
        return answer

    def run(self):
        def from_clangd():
            while (message := read_message(self.clangd.stdout)):
                self.tell_editor(self.added_to(message))
        answers = threading.Thread(target=from_clangd, daemon=True)
        answers.start()
        while (message := read_message(sys.stdin.buffer)):
            if self.from_editor(message):
                write_message(self.clangd.stdin, message)
        self.clangd.stdin.close()
        answers.join()


def main(arguments):
    option = "--compile-commands-dir="
    folder = next((one.removeprefix(option) for one in arguments if one.startswith(option)), ROOT)
    program = shutil.which("clangd")
    if program is None:
        sys.exit("clangd is not installed: ./course setup editor installs it")
    if "--version" in arguments:  # which editors ask first
        sys.exit(subprocess.call([program, "--version"]))
    with subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as clangd:
        Between(clangd, Path(folder, "compile_commands.json")).run()
    sys.exit(clangd.returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
