#!/usr/bin/env python3
"""Writes a source file that holds the files of a folder, so the grader is one file to copy.

    embed_templates.py OUTPUT.cpp HEADER FOLDER

HEADER declares the function, which is called embedded_templates for a FOLDER templates and returns a file by its name. The
script of a page with a Content-Security-Policy, class.js, has its hash beside it, class.js.sha256.
"""

import base64
import hashlib
import sys
from pathlib import Path


def source(header, folder):
    """The whole source file."""
    rows = ""
    for file in sorted(path for path in folder.iterdir() if path.is_file()):
        content = file.read_text(encoding="utf-8")
        rows += f'      {{"{file.name}", R"kw({content})kw"}},\n'
        if file.name == "class.js":
            digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
            rows += f'      {{"{file.name}.sha256", "{digest}"}},\n'
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
