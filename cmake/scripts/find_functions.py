"""Finds the functions of a source file and how many lines each has.

C++, CUDA and JavaScript are read by their braces, Python by its own parser, and CMake by its
commands. A function's lines are those from its declaration to its end. A lambda or a local class is
a part of the function that it is in.
"""

import ast
import re
from pathlib import Path
from typing import NamedTuple


class Function(NamedTuple):
    name: str
    line: int
    length: int


def spaces(match):
    """As many spaces and line ends as the match has."""
    return re.sub(r"[^\n]", " ", match[0])


def without_text(code):
    """The code of a language like C++ without its comments, strings and characters."""
    token = re.compile(r"""
        //[^\n]* | /\*.*?\*/                              # comments
      | R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"      # raw strings
      | "(?:\\.|[^"\\\n])*"                               # strings
      | (?<![0-9A-Za-z_])'(?:\\.|[^'\\\n])+'              # characters, but no 1'000
      | `(?:\\.|[^`\\])*`                                 # JavaScript's templates
    """, re.VERBOSE | re.DOTALL)
    return token.sub(spaces, code)


def one_branch(code, keep):
    """The code without preprocessor lines, and with the "first" or the "last" branch of each #if.

    Branches may open the same brace twice.
    """
    lines = []
    branches = []  # for each #if that is open: the lines of its branches
    directive = False
    for line in code.split("\n"):
        directive = directive or line.lstrip().startswith("#")
        target = branches[-1][-1] if branches else lines
        if not directive:
            target.append(line)
            continue
        word = re.match(r"\s*#\s*(\w*)", line)
        word = word[1] if word else ""
        if word.startswith("if"):
            target.append("")
            branches.append([[]])
        elif word.startswith("el") and branches:
            branches[-1].append([""])
        elif word == "endif" and branches:
            kept = branches[-1][0 if keep == "first" else -1]
            merged = [line for branch in branches[-1]
                      for line in (branch if branch is kept else [""] * len(branch))]
            branches.pop()
            (branches[-1][-1] if branches else lines).extend(merged + [""])
        else:
            target.append("")
        directive = line.endswith("\\")
    return "\n".join(lines)


def closing_brace(code, at):
    """The position of the `}` that closes the `{` at `at`, or the end of the code."""
    depth = 0
    for match in re.compile(r"[{}]").finditer(code, at):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return len(code) - 1


def without_template(head):
    """A declaration without the `template <...>` that it begins with."""
    while re.match(r"\s*template\s*<", head):
        depth = 0
        for match in re.finditer("[<>]", head):
            depth += 1 if match[0] == "<" else -1
            if depth == 0:
                break
        head = head[match.end():]
    return head


SCOPE = re.compile(r"\s*(?:requires\b.*?\s|\[\[.*?\]\]\s*|inline\s+|typedef\s+)*"
                   r"(?:namespace|extern|struct|class|union|enum)\b(.*)", re.DOTALL)


def is_scope(head):
    """Whether what opens a brace is a namespace or a type, which may have functions in it."""
    match = SCOPE.fullmatch(without_template(head))
    # A function may return `struct stat`, and a type may have alignas(16).
    return match is not None and "(" not in re.sub(r"(alignas|__\w+__)\s*\(.*?\)", "", match[1])


def name_of(head):
    """The name of a function from what is before its body."""
    name = r"operator\s*(?:\(\)|[^\s\w(]+|[\w ]+)|[~\w:]+(?:<[^<>()]*>)?"
    call = re.search(rf"({name})\s*\(([^()]*)", head)
    if not call:
        return "lambda"
    return f"{call[1]}({call[2].strip()})" if re.fullmatch("[A-Z_0-9]+", call[1]) else call[1]


# What follows the braces of a member's initial value, or a function's body that is a try block.
GOES_ON = re.compile(r"\s*(?:[,{]|catch\b)")


def cpp_scope(code, begin, end):
    """The functions directly in a part of cleaned code that is a namespace or a type."""
    head = begin  # where the declaration begins that is being read
    depth = 0  # of parentheses
    at = begin
    while at < end:
        letter = code[at]
        if letter in "()":
            depth += 1 if letter == "(" else -1
        elif depth == 0 and letter in ";}":
            head = at + 1
        elif depth == 0 and letter == ":" and re.search(
                r"(public|private|protected)\s*$", code[head:at]):
            head = at + 1
        elif depth == 0 and letter == "{":
            close = closing_brace(code, at)
            before = code[head:at]
            if is_scope(before):
                yield from cpp_scope(code, at + 1, close)
                head = close + 1
            elif "(" in before and not GOES_ON.match(code, close + 1):
                first = head + len(before) - len(before.lstrip())
                line = code.count("\n", 0, first) + 1
                yield Function(name_of(before), line, code.count("\n", first, close) + 1)
                head = close + 1
            at = close
        at += 1


def cpp_functions(code):
    """The functions of a C++ or CUDA file."""
    # A macro on a line of its own, such as KW_OPERATOR(+), needs no semicolon.
    cleaned = re.sub(r"^[ \t]*[A-Z][A-Z0-9_]*\([^\n{}]*\)[ \t]*$", spaces, without_text(code),
                     flags=re.MULTILINE)
    found = set()
    for keep in ("first", "last"):
        branch = one_branch(cleaned, keep)
        found.update(cpp_scope(branch, 0, len(branch)))
    return sorted(found, key=lambda function: function.line)


def javascript_functions(code):
    """The functions of a script that have the keyword `function`."""
    cleaned = without_text(code)
    for match in re.finditer(r"\bfunction\b\s*(\w*)\s*\(", cleaned):
        body = cleaned.find("{", match.end())
        if body >= 0:
            close = closing_brace(cleaned, body)
            yield Function(match[1], cleaned.count("\n", 0, match.start()) + 1,
                           cleaned.count("\n", match.start(), close) + 1)


def python_functions(code):
    """The functions of a Python file."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield Function(node.name, node.lineno, node.end_lineno - node.lineno + 1)


def cmake_functions(code):
    """The functions and macros of a CMake file."""
    for match in re.finditer(r"^\s*(function|macro)\((\w+).*?^\s*end\1\(", code,
                             re.DOTALL | re.MULTILINE | re.IGNORECASE):
        yield Function(match[2], code.count("\n", 0, match.start(1)) + 1,
                       code.count("\n", match.start(1), match.end()) + 1)


LANGUAGES = {".cpp": cpp_functions, ".hpp": cpp_functions, ".cu": cpp_functions,
             ".cuh": cpp_functions, ".py": python_functions, ".cmake": cmake_functions,
             ".txt": cmake_functions, ".js": javascript_functions}


def language_of(path):
    """The function that finds this file's functions, or None for a file that has none."""
    path = Path(path)
    if path.suffix == ".txt" and path.name != "CMakeLists.txt":
        return None
    return LANGUAGES.get(path.suffix)
