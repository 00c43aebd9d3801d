#!/usr/bin/env python3
"""Asks clangd what an editor would show for a kernel, by the language server protocol.

    ask_clangd.py ROOT BUILD

Asks by way of clangd_with_shapes.py, as an editor does. Checks that `tl.` is completed with the functions of the language and their parameters, that a hover
shows what a function does and what shape a variable has, as hints do, that a misspelt name and tiles of different shapes are errors in their
lines, and that solutions have none.
Prints what is missing, and exits with 77 where there is no clangd.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

from clangd_with_shapes import read_message, write_message

KERNEL = "solutions/01_vector_add/3_vector_add.cpp"
MASKED = "solutions/03_masking/4_masked_add_2d.cpp"
PROGRAM = Path(__file__).with_name("clangd_with_shapes.py")
NO_CLANGD = 77


class Clangd:
    """A running clangd, and the notifications that it sent."""

    def __init__(self, root, build):
        self.process = subprocess.Popen(
            [PROGRAM, f"--compile-commands-dir={build}", "--background-index=false", "-j=1",
             "--limit-results=0", "--enable-config",
             "--log=error"], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        self.number = 0
        self.diagnostics = {}  # by the file's version
        self.knows_shapes = False
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {
            "workspace": {"inlayHint": {"refreshSupport": True}},
            "textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}})
        self.tell("initialized", {})

    def read(self):
        message = read_message(self.process.stdout)
        if message is None:
            sys.exit("clangd ended")
        if message.get("method") == "textDocument/publishDiagnostics":
            about = message["params"]
            self.diagnostics[about.get("version")] = about["diagnostics"]
        if message.get("method") == "workspace/inlayHint/refresh":
            self.knows_shapes = True
            write_message(self.process.stdin, {"id": message["id"], "result": None})
        return message

    def tell(self, method, params):
        write_message(self.process.stdin, {"method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        write_message(self.process.stdin, {"id": self.number, "method": method, "params": params})
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

    def hover(self, text, mark):
        return (self.ask("hover", text, mark) or {}).get("contents", {}).get("value", "")

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
            for _ in range(30):  # from version 17 on, clangd reads comments of headers while it answers
                shown = editor.hover(text, place)
                if words in shown:
                    break
                time.sleep(1)
            else:
                yield f'over {place} in {name}, a hover does not show "{words}", but: {shown}'


def shape_complaints(clangd, root):
    """The shapes of a kernel's variables, over them and as hints, also after its lines have moved."""
    file = root / MASKED
    editor = Editor(clangd, file, file.read_text(encoding="utf-8"))
    while not clangd.knows_shapes:
        clangd.read()
    text = editor.type("struct", "// Moved.\nstruct")
    for place, words in (("auto ro", "int32 [16]"), ("    au", "int32 [16]"), ("+ cols(None, _), ma", "bool [16, 128]"),
                         ("tl.store(out + rows(_, None) * out_stride + cols(None, _), a + b", "float32 [16, 128]")):
        shown = editor.hover(text, place)
        if not shown.startswith(words):
            yield f'after {place} in {MASKED}, a hover does not begin with "{words}", but: {shown}'
    hints = clangd.ask("textDocument/inlayHint", {"textDocument": {"uri": editor.uri}, "range": {
        "start": {"line": 0, "character": 0}, "end": {"line": text.count("\n"), "character": 0}}})
    shown = [text.split("\n")[hint["position"]["line"]][:hint["position"]["character"]].strip() + hint["label"]
             for hint in hints if hint.get("kind") == 1]
    wanted = ["auto rows: int32 [16]", "auto cols: int32 [128]", "auto mask: bool [16, 128]",
              "auto a: float32 [16, 128]", "auto b: float32 [16, 128]"]
    if shown != wanted:
        yield f"hints in {MASKED} are {shown}"


def complaints(clangd, root):
    yield from hover_complaints(clangd, root)
    yield from shape_complaints(clangd, root)
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
    if len(arguments) != 2:
        sys.exit(__doc__)
    root, build = Path(arguments[0]).resolve(), arguments[1]
    if shutil.which("clangd") is None:
        print("clangd is not installed")
        sys.exit(NO_CLANGD)
    clangd = Clangd(root, build)
    found = list(complaints(clangd, root))
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=False).stdout
    if "clangd version" not in version:
        found.append(f"asked for its version, it says: {version}")
    clangd.process.kill()
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main(sys.argv[1:])
