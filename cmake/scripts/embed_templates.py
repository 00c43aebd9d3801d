#!/usr/bin/env python3
"""Writes a source file that holds the files of a folder, so the grader is one file to copy.

    embed_templates.py OUTPUT.cpp HEADER FOLDER

HEADER declares the function, which is called embedded_templates for a FOLDER templates and returns a file by its name. A page,
which is an .html file, may name others of the folder as partials of Mustache: `{{> check.html}}` is replaced by that file,
`{{> class.css}}` by a style, and `{{> class.js.sha256}}` by the hash that a Content-Security-Policy knows a script by.
Styles, scripts and whatever is a part of a page are in it alone.
"""

import base64
import hashlib
import re
import sys
from pathlib import Path


def expand(folder, name):
    """A page with its partials in their places, and without the lines that are only a tag: Mustache would parse a partial
    again each time it is filled, and leave an empty line where a section is absent."""
    content = (folder / name.removesuffix(".sha256")).read_text(encoding="utf-8")
    if name.endswith(".sha256"):
        return base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    if not name.endswith(".html"):
        return content
    text = ""
    for line in content.splitlines(keepends=True):
        alone = re.fullmatch(r" *({{[#^/!>](?:(?!}}).)*}}) *\n?", line)

        def part(tag):
            inner = expand(folder, tag[1])
            return inner if alone or not tag[1].endswith(".html") else inner.strip(" \n")
        text += re.sub(r"{{> *([\w.]+) *}}", part, alone[1] if alone else line)
    return text


def source(header, folder):
    """The whole source file."""
    rows = ""
    for file in sorted(path for path in folder.iterdir() if path.is_file() and path.suffix not in (".css", ".js")):
        rows += f'      {{"{file.name}", R"kw({expand(folder, file.name)})kw"}},\n'
    return f"""\
// Generated.
#include <map>
#include <stdexcept>
#include <string>

#include "{header}"

std::string_view kw::grader::embedded_{folder.name}(std::string_view file) {{
  static const std::map<std::string_view, std::string_view> files = {{
{rows}  }};
  const auto found = files.find(file);
  if (found == files.end()) {{
    throw std::logic_error("there is no embedded file " + std::string(file));
  }}
  return found->second;
}}
"""


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    output, header, folder = arguments
    Path(output).write_text(source(header, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
