#!/usr/bin/env python3
"""Writes a source file with templates as string constants, so the grader is one file to copy.

    embed_templates.py OUTPUT.cpp HEADER FOLDER [CHART_JS]

HEADER declares the constants. Every file in FOLDER becomes one of its name, such as report_html. If
there is a FOLDER/plots.js, the script of the plots is CHART_JS, which is the minified Chart.js,
plots.js, and history.js if it is there. Without Chart.js it is empty. The scripts of pages with a
Content-Security-Policy, that one and class.js, have their hash beside them.
"""

import base64
import hashlib
import re
import sys
from pathlib import Path

PLOTS = "plots.js"
AFTER_PLOTS = "history.js"  # uses what plots.js has
OF_CLASS = "class.js"


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


def hash_constant(name, digest):
    """The definition of a constant with a script's hash."""
    return f'const std::string_view {name} = "{digest}";\n'


def plots(folder, chart_js):
    """The constants of the plots."""
    script = digest = ""
    if chart_js:
        parts = [folder / PLOTS, folder / AFTER_PLOTS]
        text = "".join(part.read_text(encoding="utf-8") for part in parts if part.exists())
        script = plots_script(chart_js, text)
        digest = script_hash(script)
    return constant("plots_script", script) + hash_constant("plots_hash", digest)


def source(header, folder, chart_js=None):
    """The whole source file."""
    text = f'// Generated.\n#include "{header}"\n\nnamespace kw::grader::templates {{\n'
    for file in sorted(path for path in folder.iterdir() if path.is_file()):
        if file.name == PLOTS:
            text += plots(folder, chart_js)
        elif file.name != AFTER_PLOTS:
            content = file.read_text(encoding="utf-8")
            text += constant(file.name.replace(".", "_"), content)
            if file.name == OF_CLASS:
                text += hash_constant("class_hash", script_hash(content))
    return text + "}  // namespace kw::grader::templates\n"


def main(arguments):
    if len(arguments) not in (3, 4):
        sys.exit(__doc__)
    output, header, folder, *chart_js = arguments
    try:
        text = source(header, Path(folder), *map(Path, chart_js))
        Path(output).write_text(text, encoding="utf-8")
    except NotEmbeddable as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1:])
