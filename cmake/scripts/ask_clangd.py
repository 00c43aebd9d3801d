#!/usr/bin/env python3
"""Asks clangd what an editor would show for a kernel, by the language server protocol.

    ask_clangd.py CLANGD ROOT BUILD

Checks that `tl.` is completed with the functions of the language and their parameters, that a hover
shows what a function does, that a misspelt name and tiles of different shapes are errors in their
lines, and that solutions have none.
Prints what is missing, and exits with 77 where there is no clangd.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

KERNEL = "solutions/01_vector_add/3_vector_add.cpp"
NO_CLANGD = 77


class Clangd:
    """A running clangd, and the notifications that it sent."""

    def __init__(self, program, root, build):
        self.process = subprocess.Popen(
            [program, f"--compile-commands-dir={build}", "--background-index=false", "-j=1",
             "--limit-results=0", "--enable-config",
             "--log=error"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.number = 0
        self.diagnostics = {}  # by the file's version
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}})
        self.tell("initialized", {})

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        if not length:
            sys.exit("clangd ended")
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            about = message["params"]
            self.diagnostics[about.get("version")] = about["diagnostics"]
        return message

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while (answer := self.read()).get("id") != self.number or "method" in answer:
            pass
        return answer.get("result")


class Editor:
    """An editor with one file open in it."""

    def __init__(self, clangd, file, text):
        self.clangd, self.uri, self.text, self.version = clangd, file.as_uri(), text, 1
        clangd.tell("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": "cpp", "version": 1, "text": text}})

    def type(self, old, new):
        """Replaces a text that is there once."""
        self.version += 1
        changed = self.text.replace(old, new, 1)
        self.clangd.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"text": changed}]})
        return changed

    def ask(self, method, text, mark):
        """Asks about the place after the first `mark` in a text."""
        before = text[:text.index(mark) + len(mark)]
        place = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        return self.clangd.ask(f"textDocument/{method}", {
            "textDocument": {"uri": self.uri}, "position": place})

    def problems(self):
        while self.version not in self.clangd.diagnostics:
            self.clangd.read()
        return self.clangd.diagnostics[self.version]


# Words of the documentation that a hover shows, by the place where the pointer is.
HOVERS = {
    "solutions/01_vector_add/3_vector_add.cpp": {
        "tl.program": "Which program this is along an axis",
        "tl.aran": "The indices 0, 1, ... N - 1",
        "tl.loa": "Reads one element per lane",
        "tl.stor": "Writes one element per lane"},
    "solutions/07_tiled_matmul/5_bias_relu.cpp": {"tl.do": "The matrix product of (M, K)"},
    "solutions/08_flash_attention/2_attention.cpp": {
        "tl.accu": "in the layout of the results of `dot`", "tl.ma": "The larger of two values"},
    "solutions/12_fused_layer/1_linear_gelu.cpp": {
        "tl.sigm": "1 / (1 + exp(-x))"}}


def hover_complaints(clangd, root):
    for name, places in HOVERS.items():
        text = (root / name).read_text(encoding="utf-8")
        editor = Editor(clangd, root / name, text)
        errors = [p["message"] for p in editor.problems() if p["severity"] == 1]
        if errors:
            yield f"clangd does not understand {name}: {errors[0]}"
        for place, words in places.items():
            shown = (editor.ask("hover", text, place) or {}).get("contents", {}).get("value", "")
            if words not in shown:
                yield f'over {place} in {name}, a hover does not show "{words}", but: {shown}'


def complaints(clangd, root):
    yield from hover_complaints(clangd, root)
    file = root / KERNEL
    text = file.read_text(encoding="utf-8")
    editor = Editor(clangd, file, text)
    changed = editor.type("auto a = tl.load(x + offsets", "auto a = tl.")
    answer = editor.ask("completion", changed, "auto a = tl.")
    items = {item["filterText"]: item for item in answer["items"]}
    for name in ("load", "store", "program_id", "arange", "sum", "dot", "where"):
        if name not in items:
            yield f"`tl.` is not completed with {name}; offered are {sorted(items)[:12]}"
        elif "(" not in items[name]["label"]:
            yield f"no parameters with the completion {name}: {items[name]['label']}"
    for wrong, line in (("auto a = tl.laod(x + offsets", "tl.laod"),
                        ("auto a = tl.zeros(size<BLOCK_SIZE / 2>, float32); (x + offsets",
                         "a + b")):
        changed = editor.type("auto a = tl.load(x + offsets", wrong)
        at = changed[:changed.index(line)].count("\n")
        lines = [p["range"]["start"]["line"] for p in editor.problems() if p["severity"] == 1]
        if at not in lines:
            yield f"no error in the line of `{line}`; there are some in {lines}, from 0 on"


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    program, root, build = arguments[0], Path(arguments[1]).resolve(), arguments[2]
    if shutil.which(program) is None:
        print(f"{program} is not installed")
        sys.exit(NO_CLANGD)
    clangd = Clangd(program, root, build)
    found = list(complaints(clangd, root))
    clangd.process.kill()
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
