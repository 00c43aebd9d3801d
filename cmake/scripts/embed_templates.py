#!/usr/bin/env python3
"""Writes a source file with templates as string constants, so the grader is one file to copy.

    embed_templates.py OUTPUT.cpp FOLDER [CHART_JS]

Every file below FOLDER becomes a constant of its name, such as lesson_README_md_in. The script of
the plots is CHART_JS, which is the minified Chart.js, and FOLDER/plots.js. Without Chart.js it is
empty.
"""

import base64
import hashlib
import re
import sys
from pathlib import Path

PLOTS = "plots.js"


class NotEmbeddable(Exception):
    """A script that cannot be inside a page, or inside a string."""


def constant(name, text):
    """The definition of a string constant."""
    return f'const std::string_view {name} = R"kw({text})kw";\n'


def plots_script(chart_js, plots_js):
    """The script of the plots. `chart_js` is the path of Chart.js."""
    script = chart_js.read_text(encoding="utf-8") + "\n" + plots_js
    stop = re.search(r'</script|<!--|\)kw"', script)
    if stop:
        raise NotEmbeddable(f"{chart_js} cannot be inside a page, or inside a string: it has "
                            f'"{stop[0]}". The minified Chart.js 3 of a Debian package can.')
    return script


def script_hash(script):
    """A script's SHA-256 in Base64, as a Content-Security-Policy has it."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def source(folder, chart_js=None):
    """The whole source file."""
    text = ('// Generated from grader/templates.\n#include "grader/pages/templates.hpp"\n\n'
            "namespace kw::grader::templates {\n")
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = file.relative_to(folder).as_posix()
        if name != PLOTS:
            text += constant(re.sub("[./]", "_", name), file.read_text(encoding="utf-8"))
    script = digest = ""
    if chart_js:
        script = plots_script(chart_js, (folder / PLOTS).read_text(encoding="utf-8"))
        digest = script_hash(script)
    return (text + constant("plots_script", script)
            + f'const std::string_view plots_hash = "{digest}";\n'
            + "}  // namespace kw::grader::templates\n")


def main(arguments):
    if len(arguments) not in (2, 3):
        sys.exit(__doc__)
    output, folder, *chart_js = map(Path, arguments)
    try:
        output.write_text(source(folder, *chart_js), encoding="utf-8")
    except NotEmbeddable as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1:])
