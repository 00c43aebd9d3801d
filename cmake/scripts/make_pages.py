#!/usr/bin/env python3
"""Writes what Doxygen needs and nobody should write by hand.

    make_pages.py ROOT OUTPUT DOXYGEN NODE KATEX.JS

That is the pages of each lesson out of its README.md and its other texts, docs/measurements.md as a page with bars, the compile
errors that pages quote, the table of rooms, this Doxygen's own page header with the theme's scripts in it, and the
layout with a tab for each lesson. A file that has not changed is left alone.
"""

import html
import itertools
import re
import subprocess
import sys
from pathlib import Path
from string import Template

import cases
import lesson_pages
from checks import layers
from pages import formulas, ratio_bars
from repository import write_if_new


def with_anchor(text, name):
    """A page with its heading as an anchor, and with a table of contents."""
    return re.sub(r"\A# (.*)\n", rf"# \1 {{#{name}}}\n\n\\tableofcontents\n", text)


def lesson_page(text, name):
    """A page of a lesson as a Doxygen page of this name, such as "lesson08".

    The text is read on the web as well, so it has no Doxygen commands. Links between lessons
    and between their pages become references, and links into docs lead to the built pages. Figures become part of the
    page, so they follow its light and dark colours. Folded hints become HTML that Doxygen passes
    through.
    """
    text = with_anchor(text, name)
    text = re.sub(r"\]\((?:\.\./([0-9][0-9])_[a-z_0-9]+/)?(\w+)\.md\)",
                  lambda link: f"](@ref {lesson_pages.reference(link[1] or name[6:8], link[2])})", text)
    text = re.sub(r"\]\((?:\.\./)*docs/(?:pages/)?([a-z_]+)\.md(#[a-z0-9-]+)?\)",
                  r"](\1.html\2)", text)
    text = re.sub(r"!\[[^]\n]*\]\((?:\.\./)*docs/images/([a-z_]+\.svg)\)", r"\\htmlinclude \1",
                  text)
    text = re.sub(r"<details><summary>(.*)</summary>",
                  r"\\htmlonly<details><summary>\1</summary><div>\\endhtmlonly", text)
    return text.replace("</details>", r"\htmlonly</div></details>\endhtmlonly")


def lesson_tab(page, name):
    """The page's line in the menu: the lesson's number, and what its heading says after "Lesson 03: "."""
    title = re.match(r"# [^:\n]*: ([^\n{]*[^\n{ ])", page)[1]
    return (f'      <tab type="user" visible="yes" title="{name[6:8]} {title}" '
            f'url="@ref {name}"/>\n')


def measurements_page(text):
    """docs/measurements.md as a Doxygen page, with bars behind its ratios."""
    link = "[docs/pages/reading_benchmarks.md](pages/reading_benchmarks.md)"
    text = ratio_bars.with_bars(text)
    return with_anchor(text, "measurements").replace(link, "@ref reading_benchmarks")


def message(text):
    """What a compiler's message of a case in common/test/compile_fail leads to as HTML, for \\htmlinclude.

    A test compares it with what a learner reads, so a quote in a page cannot differ from that. The
    sentences wrap to the width of the page, and the line of code scrolls together with its caret.
    """
    text = re.sub(r"(?<![|~^])\n  (?!Try: | *\d* \|)", " ", text)  # lines of one sentence
    text = html.escape(text, quote=False)
    text = re.sub(r"( +\d+ \|.*\n +\|.*)\n", r"<span>\1</span>", text)
    return f'<pre class="fragment kw-message">{text}</pre>\n'


def rooms(table):
    """cmake/layers.ini as a table of HTML, for \\htmlinclude."""
    row = lambda tag, cells: "<tr>" + "".join(f"<{tag} >{cell}</{tag}>" for cell in cells) + "</tr>\n"
    text = row("th", ("room", "its files", "may include these rooms, and all that these may", "what is in it"))
    for part, own in itertools.groupby(table.part, table.part.get):
        text += f'<tr><th colspan="4">{part}</th></tr>\n'
        for room in own:
            files = "<br>".join(f"<code>{path.removeprefix('common/include/kernelwright/')}</code>" for path in table.files[room])
            text += row("td", (room, files, ", ".join(table.direct[room]).replace("*", "all"), table.holds[room]))
    return f'<table class="markdownTable">\n{text}</table>\n'


def page_header(doxygen, folder, scripts):
    """The header that this Doxygen gives its pages, with the theme's scripts."""
    default = folder / "default.html"
    subprocess.run([doxygen, "-w", "html", default, folder / "unused.html", folder / "unused.css"],
                   check=True, stdout=subprocess.DEVNULL)
    return default.read_text(encoding="utf-8").replace(
        "$extrastylesheet", f"$extrastylesheet\n{scripts}")


def main(arguments):
    if len(arguments) != 5:
        sys.exit(__doc__)
    root, output = map(Path, arguments[:2])
    doxygen, node, katex = arguments[2:]
    theme = root / "docs" / "theme"
    tabs = ""
    lessons = {lesson_pages.name(file): file.read_text(encoding="utf-8")
               for file in lesson_pages.all_pages(root)}
    set_as = formulas.as_html(set().union(*map(formulas.formulas_in, lessons.values())), node, katex)
    for name, text in lessons.items():
        page = formulas.with_formulas(lesson_page(text, name), set_as)
        write_if_new(output / "pages" / f"{name}.md", page)
        tabs += lesson_tab(page, name)
    measurements = (root / "docs" / "measurements.md").read_text(encoding="utf-8")
    write_if_new(output / "pages" / "measurements.md", measurements_page(measurements))
    slips = root / "common/test/compile_fail"
    frame = Template((slips / "frame.cpp.in").read_text(encoding="utf-8"))
    for case in (case for table in slips.glob("*.cases") for case in cases.read(table)):
        write_if_new(output / "messages" / f"{case.name}.html", message(case.text_of(frame)))
    table = layers.Table((root / layers.TABLE).read_text(encoding="utf-8"))
    write_if_new(output / "messages" / "rooms.html", rooms(table))
    scripts = (theme / "scripts.html").read_text(encoding="utf-8")
    write_if_new(output / "header.html", page_header(doxygen, output, scripts))
    layout = (theme / "layout.xml.in").read_text(encoding="utf-8")
    write_if_new(output / "layout.xml", layout.replace("@LESSON_TABS@", tabs))


if __name__ == "__main__":
    main(sys.argv[1:])
