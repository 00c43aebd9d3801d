"""Which links in the code of a page are false.

Doxygen links every name in a block of code that some documented symbol has, wherever that symbol is:
a local `offsets` would lead to the function lesson01::offsets. A link is right if a compiler would
find the same symbol from there: the name is qualified, or the symbol belongs to kw, which all code
of the course uses, or to the page's own lesson, and the page declares nothing of that name itself. In a declaration,
the name of a parameter is not a link: `int argument` would lead to the type of that name.
"""

import html
import re

LINK = re.compile(r'<a class="code[^"]*" href="(?P<target>[^"]*)"[^>]*>(?P<name>[^<]*)</a>')
TOOLTIP = re.compile(r'<div class="ttc" id="[^"]*"><div class="ttname"><a href="([^"]*)">([^<]*)</a>'
                     r".*?</div></div>\n?")
BLOCK = re.compile(r'<div class="fragment">.*?</div><!-- fragment -->', re.S)
PARAMETER = re.compile(r'<a class="el" href="(?P<target>[^"]*)">(?P<name>\w+)</a>(?=,| ?\)| ?=)')
TYPE = re.compile(r"\b(?:int|bool|float|double|char|void|auto|std::(?:u?int\d+_t|size_t)) (?:\*|&amp;)*$")
LESSON = re.compile(r"lesson\d\d")
NO_TYPES = r"return|else|case|new|delete|throw|co_return|in|is|not|and|or|goto|import"


def symbols(page):
    """The full name of what each link in a block of code leads to: Doxygen keeps it for a tooltip."""
    return {target: without_arguments(name) for target, name in TOOLTIP.findall(page)}


def without_arguments(name):
    """kw::buffer, from kw::buffer&lt; float &gt;."""
    return html.unescape(name).partition("<")[0].strip()


def plain(block):
    """The code of a block without its comments and tooltips."""
    text = re.sub(r'<span class="comment">[^<]*</span>', "", TOOLTIP.sub("", block))
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def declares(code, name):
    """Whether the code declares a variable, a parameter, a function or a type of this name."""
    name = re.escape(name)
    # After a type, whose * and & are written next to it: a product has a space on both sides.
    after_a_type = rf"(?:\b(?!(?:{NO_TYPES})\b)[A-Za-z_]\w*|\w[*&]{{1,2}}|[\w>*&]>[*&]{{0,2}}|\.\.\.)"
    return re.search(rf"{after_a_type} {name}\b(?!\s*::)|\bauto[&*]* \[[^\]]*\b{name}\b[^\]]*\]", code)


def list_of_names(page_name):
    """The page that lists the names of the lesson that a page belongs to; none for other pages."""
    found = LESSON.search(page_name)
    return f"namespace{found[0]}.html" if found else ""


def reached(link, before, full_name, listed):
    """Whether the linked name means that symbol, if nothing nearer has the name.

    `before` is the text before the link, and `listed` the page that lists the names of the page's
    own lesson, which has those that it takes from other lessons as well.
    """
    name = without_arguments(link["name"])
    scope = full_name.rpartition("::")[0]
    if re.search(r"(?:\.|-&gt;)$", before):
        return link["target"].startswith(("class", "struct"))
    if "::" in name:
        return f"::{full_name}".endswith(f"::{name}")
    if scope in ("", "kw"):
        return True
    file, _, anchor = link["target"].partition("#")
    return f'id="{anchor}"' in listed if anchor else f'href="{file}"' in listed


def false_links(page, listed=""):
    """The false links in the code of a page: matches with a name, a target and their place."""
    for link in PARAMETER.finditer(page):
        if TYPE.search(page, max(0, link.start() - 40), link.start()):
            yield link
    names = symbols(page)
    blocks = list(BLOCK.finditer(page))
    code = "\n".join(plain(block[0]) for block in blocks)
    own = {}
    for block in blocks:
        for link in LINK.finditer(page, block.start(), block.end()):
            name = link["name"]
            if name not in own:
                own[name] = "::" not in name and declares(code, name)
            full_name = names.get(link["target"], "?::?")
            if own[name] or not reached(link, page[link.start() - 10:link.start()], full_name, listed):
                yield link


def without_false_links(page, listed=""):
    """The page with the name alone in place of each false link, and without tooltips that none uses."""
    for link in sorted(false_links(page, listed), key=re.Match.start, reverse=True):
        page = page[:link.start()] + link["name"] + page[link.end():]
    used = {link["target"] for link in LINK.finditer(page)}
    return TOOLTIP.sub(lambda tip: tip[0] if tip[1] in used else "", page)
