"""Collects the text of the built documentation, section by section, for its search."""

import json
import re
from html.parser import HTMLParser

# Doxygen's lists of names, its listings of source files, and diagrams hold nothing to read.
LISTS = re.compile(r"(_source|-members|_8[a-z]+_source)\.html$|^(dir_|graph_legend|annotated|classes|files|"
                   r"functions|globals|hierarchy|inherits|namespacemembers|namespaces|pages|topics|modules)")
HEADINGS = {"h1", "h2", "h3", "h4"}
SILENT = {"script", "style", "svg", "head", "select", "nav"}
SILENT_CLASSES = {"toc", "katex-mathml", "ttc"}
VOID = {"br", "img", "hr", "meta", "link", "input", "area", "col", "wbr"}


class Sections(HTMLParser):
    """Splits a page into sections: [title, anchor, text]."""

    def __init__(self):
        super().__init__()
        self.page_title = ""
        self.sections = []
        self._depth = 0         # of elements within the contents; 0 outside
        self._silent = 0        # depth at which text began to be passed over
        self._heading = None    # the text so far of the heading that is open
        self._anchor = ""       # of the latest place that has one
        self._in_title = False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "title" and not self.page_title:  # later ones belong to figures
            self._in_title = True
        if tag == "div" and attributes.get("class") == "contents" and not self._depth:
            self._depth = 1
            self.sections.append([self.page_title, "", ""])
            return
        if not self._depth or tag in VOID:
            return
        self._depth += 1
        if not self._silent and (tag in SILENT or attributes.get("class") in SILENT_CLASSES):
            self._silent = self._depth
        if tag == "a" and attributes.get("id"):
            self._anchor = attributes["id"]
        if tag in HEADINGS and not self._silent:
            self._heading = ""
            self._anchor = attributes.get("id") or self._anchor

    def handle_endtag(self, tag):
        if tag == "title":
            self._in_title = False
        if not self._depth or tag in VOID:
            return
        if tag in HEADINGS and self._heading is not None:
            title = " ".join(self._heading.replace("\u25c6", "").split())
            self.sections.append([title, self._anchor, ""])
            self._heading = None
        if self._silent == self._depth:
            self._silent = 0
        self._depth -= 1

    def handle_data(self, data):
        if self._in_title:
            self.page_title += data
        if not self._depth or self._silent:
            return
        if self._heading is not None:
            self._heading += data
        else:
            self.sections[-1][2] += data + " "


def documents(page):
    """The sections of a page that have text, as rows for search.js."""
    parser = Sections()
    parser.feed(page.read_text(encoding="utf-8"))
    page_title = parser.page_title.partition(": ")[2] or parser.page_title
    rows = []
    for title, anchor, text in parser.sections:
        title = title.partition(": ")[2] if title == parser.page_title else title
        text = " ".join(text.split())
        if title or text:
            address = f"{page.name}#{anchor}" if anchor else page.name
            if page.name == "classkw_1_1language.html" and title.endswith("()"):
                title = f"tl.{title}"  # as a learner writes it
            rows.append([title or page_title, page_title, address, text])
    return [row for row in rows if row[3] or row[0] != row[1]]


def write(folder):
    """Writes search_documents.js, which docs/theme/search.js loads: an array of [title, page title, address, text] for each
    section of a page and each documented function."""
    rows = [row for page in sorted(folder.glob("*.html")) if not LISTS.search(page.name)
            for row in documents(page)]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    (folder / "search_documents.js").write_text(f"const kwDocuments = {text};\n", encoding="utf-8")
