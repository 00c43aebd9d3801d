"""Collects the text of the built documentation, section by section, for its search."""

import html
import json
import re

# Doxygen's lists of names, its listings of source files, and diagrams hold nothing to read.
LISTS = re.compile(r"(_source|-members|_8[a-z]+_source)\.html$|^(dir_|graph_legend|annotated|classes|files|"
                   r"functions|globals|hierarchy|inherits|namespacemembers|namespaces|pages|topics|modules)")
CONTENTS = re.compile(r'<div class="contents">(.*?)</div><!-- (?:contents|PageDoc) -->', re.S)
HEADING = re.compile(r"<h[1-4]\b([^>]*>.*?)</h[1-4]>", re.S)
ANCHOR = re.compile(r'<a [^>]*\bid="([^"]*)"|\A[^>]*\bid="([^"]*)"')
NOT_READ = re.compile(r'<(script|style|svg|select|nav)\b.*?</\1>|<div class="toc">.*?</ul>\n</div>|'
                      r'<span class="katex-mathml">.*?</math></span>|<div class="ttc".*?</div></div>', re.S)


def words(text, between=" "):
    """The words of HTML."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", between, text)).replace("\u25c6", "").split())


def documents(page):
    """The sections of a page that have text, as rows for search.js."""
    text = page.read_text(encoding="utf-8")
    full_title = html.unescape("".join(re.findall(r"<title>(.*?)</title>", text, re.S)[:1]))
    page_title = full_title.partition(": ")[2] or full_title
    contents, title, anchor, rows = CONTENTS.search(text), page_title, "", []
    parts = HEADING.split(NOT_READ.sub(" ", contents[1])) if contents else []
    for heading, section in zip(["", *parts[1::2]], parts[0::2]):
        if heading:
            anchor = ([*map("".join, ANCHOR.findall(heading))] or [anchor])[-1]
            title = words(heading.partition(">")[2], "")
        if title or words(section):
            if page.name == "classkw_1_1language.html" and title.endswith("()"):
                title = f"tl.{title}"  # as a learner writes it
            address = f"{page.name}#{anchor}" if anchor else page.name
            rows.append([title or page_title, page_title, address, words(section)])
        anchor = ([*map("".join, ANCHOR.findall(section))] or [anchor])[-1]
    return [row for row in rows if row[3] or row[0] != row[1]]


def write(folder):
    """Writes search_documents.js, which docs/theme/search.js loads: an array of [title, page title, address, text] for
    each section of a page and each documented function."""
    rows = [row for page in sorted(folder.glob("*.html")) if not LISTS.search(page.name)
            for row in documents(page)]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    (folder / "search_documents.js").write_text(f"const kwDocuments = {text};\n", encoding="utf-8")
