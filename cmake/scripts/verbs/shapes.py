#!/usr/bin/env python3
"""./course shapes lesson03.2: the element type and the shape of each `auto` in a kernel, as the compiler knows them.

    shapes.py FILE COMPILE_COMMANDS

An editor shows no type for an `auto` in a template, because it does not know what the template's arguments will be. The
compiler does: a copy of the file asks it about each variable, by calls of functions that it warns of.
clangd_with_shapes.py asks for an editor.
"""

import argparse
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

# In front of the first kernel. The line is a template's argument, so the warning has it.
PROBE = ("namespace kw_shapes { template <int Line, class Element, class Shape> [[deprecated]] void tile() {} "
         "template <int Line, class Type> [[deprecated]] void number() {} "
         "template <int Line, class T> void ask(const T&) { "
         "if constexpr (::kw::core::any_tile<T>) "
         "{ tile<Line, ::kw::core::value_of<T>, ::kw::core::shape_of<T>>(); } "
         "else if constexpr (::kw::core::pointer_tile_type<T>) "
         "{ tile<Line, typename T::element_type*, typename T::shape_type>(); } "
         "else { number<Line, T>(); } } } ")
WORD = re.compile(r"\w+")
DECLARED = re.compile(r"^\s*(?:const )?auto&?\s+(\w+)\s*=")
SHAPE = r"[\w:]*tile_shape<([\d, ]+)>"
ANSWERS = (  # of g++ and of clang++
    re.compile(r"kw_shapes::(?:tile|number)\(\) \[with int Line = (\d+); (?:Element|Type) = (.*?)(?:; Shape = " + SHAPE +
               r")?\]"),
    re.compile(r"'(?:tile|number)<(\d+), (.*?)(?:, " + SHAPE + r")?>' is deprecated"))
NAMES = {"float": "float32", "double": "float64", "int": "int32", "unsigned int": "uint32", "long int": "int64", "long": "int64",
         "long unsigned int": "uint64", "unsigned long": "uint64", "signed char": "int8", "unsigned char": "uint8", "short int": "int16",
         "short unsigned int": "uint16", "kw::float16_t": "float16", "kw::bfloat16_t": "bfloat16"}


def variables(lines):
    """The number of the line and the name of each variable that a kernel declares with auto."""
    depth = None
    for number, line in enumerate(lines, 1):
        depth = 0 if depth is None and "KW_KERNEL" in line else depth
        if depth is None:
            continue
        if depth > 0 and (match := DECLARED.match(line)):
            yield number, match[1]
        depth += line.count("{") - line.count("}")
        if depth <= 0 and ("}" in line or ";" in line):
            depth = None


def with_questions(text):
    """A file that asks about each of its variables, with the same numbers of lines."""
    lines = text.split("\n")
    for number, name in list(variables(lines)):
        depth = 0  # in brackets, as a lambda's lines are
        for end in range(number - 1, len(lines)):
            code = lines[end].split("//")[0].rstrip()
            depth += sum((sign in "([{") - (sign in ")]}") for sign in code)
            if depth <= 0 and code.endswith(";"):
                lines[end] = code + f" ::kw_shapes::ask<{number}>({name});"
                break
    first = next((i for i, line in enumerate(lines) if re.match(r"(template|struct|namespace)\b", line)), 0)
    lines[first] = PROBE + lines[first]
    return "\n".join(lines)


def in_words(element, shape):
    """`float32 [64, 128]` for what the compiler says about a type."""
    if "lambda" in element:
        return "a function"
    element = element.split("<")[0]  # of a struct its name alone
    pointer = element.endswith("*")
    element = element.rstrip("*& ").removeprefix("const ").strip()
    name = NAMES.get(element, element.split("::")[-1])
    return (f"pointers to {name}" if pointer else name) + (f" [{shape}]" if shape else "")


def answers(output):
    """What the compiler's warnings say, by line. A kernel that is launched with several sizes has several."""
    found = {}
    for line, element, shape in (answer for form in ANSWERS for answer in form.findall(output)):
        words = in_words(element, shape)
        known = found.setdefault(int(line), [])
        if words not in known:
            known.append(words)
    return found


def compile_command(file, commands):
    """How the build compiles the file, without what it writes."""
    for entry in json.loads(commands.read_text(encoding="utf-8")):
        if Path(entry["directory"], entry["file"]).resolve() == file.resolve():
            words = shlex.split(entry["command"])
            start = next(i for i, word in enumerate(words) if re.search(r"(^|/)(c\+\+|g\+\+|clang\+\+)[-\d.]*$", word))
            words = [word for i, word in enumerate(words[start:], start)
                     if not re.match(r"-(c|o|MD|MT|MF|w|Werror\S*|Winvalid-pch)$", word)
                     and not re.match(r"-(o|MT|MF)$", words[i - 1]) and word != entry["file"]]
            return words, entry["directory"]
    sys.exit(f"course: the build does not know {file}: run ./course grade once")


def shapes_of(file, text, commands):
    """The shapes in a text that takes the place of a file, by line."""
    if not any(variables(text.split("\n"))):
        return {}
    words, folder = compile_command(file, commands)
    # The first line says whose messages they are, if there are any others.
    asked = f'#line 1 "{file}"\n{with_questions(text)}'
    words += ["-Wdeprecated-declarations", "-fsyntax-only", "-x", "c++", "-"]
    compiled = subprocess.run(words, cwd=folder, input=asked, capture_output=True, text=True, check=False)
    if compiled.returncode != 0:
        sys.exit(f"course: {file} does not compile yet; ./course watch says why")
    return answers(compiled.stderr)


def main(arguments):
    parser = argparse.ArgumentParser(prog="./course shapes", description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("commands", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    text = options.file.read_text(encoding="utf-8")
    found = shapes_of(options.file, text, options.commands)
    for number, line in enumerate(text.split("\n"), 1):
        if number in found:
            print(f"{number:4}  {line.split('//')[0].strip():60}  {' or '.join(found[number])}")
    if not found:
        print(f"no kernel of {options.file} declares a variable with auto")


if __name__ == "__main__":
    main(sys.argv[1:])
