"""The pages of a lesson, in the order of reading.

A lesson's first page is its README.md. A long lesson may have more: any other .md file of its folder is a
page as well, such as second_half.md. They follow README.md in the order of their names.
"""

import re
from pathlib import Path


def pages_of(root, lesson):
    """The files of a lesson's pages. `lesson` is the name of its folder, such as "03_masking"."""
    folder = Path(root) / "lessons" / lesson
    others = sorted(file for file in folder.glob("*.md") if file.name != "README.md")
    return [folder / "README.md", *others]


def all_pages(root):
    """The pages of all lessons."""
    folders = sorted(file.parent.name for file in Path(root).glob("lessons/[0-9]*/README.md"))
    return [page for folder in folders for page in pages_of(root, folder)]


def reference(number, stem):
    """The name of a page in the documentation, such as "lesson03", or "lesson08_second_half"."""
    return f"lesson{number}" if stem == "README" else f"lesson{number}_{stem}"


def name(page):
    """The same for a page's file."""
    return reference(page.parent.name[:2], page.stem)


def words(text):
    """How many words of a page are read as text: not code, tables, folded answers, or addresses of links."""
    for skipped in (r"```.*?```", r"<details>.*?</details>", r"^\|.*$|^    .*$", r"!\[[^\]]*\]", r"\]\([^)]*\)"):
        text = re.sub(skipped, " ", text, flags=re.MULTILINE if "^" in skipped else re.DOTALL)
    return len(re.findall(r"\S*\w\S*", text))
