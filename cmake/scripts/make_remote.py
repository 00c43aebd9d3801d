#!/usr/bin/env python3
"""Writes what stands between a lesson's tests and its kernels.

    make_remote.py --nm NM --object TEST_CASES.o [MORE.o] --lesson 03 --contract NAME.hpp
                   --stubs OUT.cpp --entries OUT.cpp

The tests are linked with stubs of the lesson's functions, and a worker with a table of the functions
themselves. Which functions these are, and what their types are, is read from the symbols that the
lesson's compiled tests leave undefined, so the contract needs no second list of them.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class NotAFunction(Exception):
    """The tests use something of the lesson that is not a function."""


class Entry(NamedTuple):
    """An entry function as it is declared: `head result name(parameters)`."""
    head: str
    result: str
    name: str
    parameters: str


def split_parameters(text):
    """Cuts "a, b<c, d>" into its parts at the commas outside of brackets."""
    parts = [""]
    depth = 0
    for letter in text:
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts] if text else []


def entry_of_symbol(symbol, namespace):
    """The entry function that a demangled symbol names, or None if it is not of this lesson.

    For a template the symbol begins with the result type, as in
    "void lesson05::softmax<float>(kw::view<float const, 2>, kw::view<float, 2>)". For a plain
    function it does not, and the compiler of the stub finds out from the contract.
    """
    name = f"{namespace}::[A-Za-z0-9_]+"
    match = re.fullmatch(rf"(?:(.*?) )?({name}(?:<[^()]*>)?)\((.*)\)", symbol)
    if match:
        result, name, parameters = match.groups()
        if result:
            return Entry("template <>\n", result.strip(), name, parameters)
        values = ", ".join(f"std::declval<{type}>()" for type in split_parameters(parameters))
        return Entry("", f"decltype({name}({values}))", name, parameters)
    if symbol.startswith(f"{namespace}::"):
        raise NotAFunction(symbol)
    return None


def c_entries(contract, symbols):
    """The functions that the contract declares as extern "C" on one line, and the tests call.

    Their symbols have no types.
    """
    declaration = re.compile(r'^extern "C" ([^;]+[ *&])([A-Za-z0-9_]+)\(([^;]*)\);', re.MULTILINE)
    for result, name, parameters in declaration.findall(contract):
        if name in symbols:
            parameters = re.sub(r"([ *&])[A-Za-z0-9_]+ *(,|$)", r"\1\2", parameters)
            yield Entry('extern "C" ', result.strip(), name, parameters)


def find_entries(symbols, contract, lesson):
    """All entry functions among the undefined symbols of a lesson's tests."""
    found = (entry_of_symbol(symbol, f"lesson{lesson}") for symbol in symbols)
    return [entry for entry in found if entry] + list(c_entries(contract, symbols))


def table(rows):
    """The definition of the entries that both files have."""
    return ("const kw::remote::entry kw::remote::entries[] = {\n" + "".join(rows) + "};\n"
            f"const int kw::remote::entry_count = {len(rows)};\n")


def signature(entry):
    """How a function is named in tables and messages."""
    return " ".join(f"{entry.name}({entry.parameters})".split())


def weak_declaration(number, entry):
    """Declares a function that a worker may be without, since a file defines those of one task."""
    plain, bracket, types = entry.name.partition("<")
    space, _, name = plain.rpartition("::")
    declared = f"{entry.head}__attribute__((weak)) result_{number} {name}{bracket}{types}({entry.parameters});"
    return f"namespace {space} {{\n{declared}\n}}\n" if space else f"{declared}\n"


def write_sources(entries, contract_name):
    """The sources of the stubs and of the entries."""
    stubs = answers = ("// Generated from the lesson's tests: the functions that they call.\n"
                       f'#include "{contract_name}"\n\n'
                       "#include <kernelwright/testing/kernels.hpp>\n\n")
    stub_rows, answer_rows = [], []
    for number, entry in enumerate(entries):
        head, result, name, parameters = entry
        types = split_parameters(parameters)
        declared = ", ".join(f"{type} a{i}" for i, type in enumerate(types))
        passed = "".join(f", a{i}" for i in range(len(types)))
        of_types = "".join(f", {type}" for type in types)
        alias = f"using result_{number} = {result};\n"
        stubs += (f"{alias}{head}result_{number} {name}({declared}) {{\n"
                  f"  return kw::testing::call_kernel<result_{number}{of_types}>({number}{passed});\n}}\n\n")
        stub_rows.append(f'    {{"{name}", "{signature(entry)}", nullptr}},\n')
        answers += alias + weak_declaration(number, entry)
        answer_rows.append(
            f'    {{"{name}", "{signature(entry)}", kw::remote::answer_with<static_cast<result_{number} '
            f"(*)({parameters})>(&{name})>::call}},\n")
    return stubs + table(stub_rows), answers + "\n" + table(answer_rows)


def undefined_symbols(nm, object_files):
    """The demangled symbols that object files expect from elsewhere."""
    listed = subprocess.run([nm, "-u", "-C", *object_files], check=True, stdout=subprocess.PIPE,
                            encoding="utf-8").stdout
    symbols = [re.sub(r"^ *U ", "", line) for line in listed.splitlines()]
    return list(dict.fromkeys(symbols))  # two files may call the same function


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("nm", "lesson", "contract", "stubs", "entries"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--object", required=True, nargs="+")
    options = parser.parse_args()
    contract = Path(options.contract)
    try:
        entries = find_entries(undefined_symbols(options.nm, options.object),
                               contract.read_text(encoding="utf-8"), options.lesson)
    except NotAFunction as problem:
        sys.exit(f"The tests of lesson {options.lesson} use {problem}, which is not a function, so "
                 f"it can have no stub. Make it a function, or inline in {contract.name}.")
    if not entries:
        sys.exit(f"The tests of lesson {options.lesson} call no function of {contract.name}")
    stubs, answers = write_sources(entries, contract.name)
    Path(options.stubs).write_text(stubs, encoding="utf-8")
    Path(options.entries).write_text(answers, encoding="utf-8")


if __name__ == "__main__":
    main()
