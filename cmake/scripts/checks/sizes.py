"""How long the functions of a source file are.

clang-format indents C++, so a function ends at a `}` that is as far to the right as its first line, and what is between
them is farther to the right. A lambda or a local class is a part of the function that it is in.
"""

import ast
import re

MOST = 60

RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.DOTALL)
TEMPLATE = re.compile(r"`[^`]*`")  # of JavaScript
NO_FUNCTION = re.compile(r"(?:if|else|for|while|switch|do|return|struct|class|union|enum|namespace|case)\b|\W")


def indented_functions(code, texts=RAW_STRING):
    """The functions of C++, CUDA or JavaScript, as (name, first line, number of lines)."""
    # What is in a text may begin at the left border.
    code = texts.sub(lambda text: "\n" * text[0].count("\n") + 99 * " ", code)
    lines = code.split("\n")
    indents = [len(line) - len(line.lstrip()) if line.strip() and line[0] != "#" else 999 for line in lines]
    for end, line in enumerate(lines):
        if not line.lstrip().startswith("}"):
            continue
        begin = end - 1
        while begin >= 0 and indents[begin] > indents[end]:
            begin -= 1
        head = lines[begin].strip()
        name = re.search(r"([\w:~]+)\(", head)
        if begin >= 0 and name and not NO_FUNCTION.match(head):
            yield name[1], begin + 1, end - begin + 1


def python_functions(code):
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def cmake_functions(code):
    for match in re.finditer(r"^(function|macro)\((\w+).*?^end\1\(", code, re.DOTALL | re.MULTILINE):
        yield match[2], code.count("\n", 0, match.start()) + 1, match[0].count("\n") + 1


LANGUAGES = {"py": python_functions, "cmake": cmake_functions, "txt": cmake_functions,
             "js": lambda code: indented_functions(code, TEMPLATE)}


def long_functions(file):
    """The functions that have too many lines."""
    find = LANGUAGES.get(file.name.rpartition(".")[2], indented_functions)
    for name, line, length in find(file.text):
        if length > MOST:
            yield line, f"{name} has {length} lines (a function has at most {MOST})"
