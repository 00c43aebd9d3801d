"""What ./course new-lesson and new-task share: which names there may be, and templates that are filled with them."""

import re


class CannotBegin(Exception):
    """A number, a name or a title that a new lesson or task cannot have."""


def values_of(what, name, title, example):
    """What templates call a name and a title."""
    if not re.fullmatch(r"[a-z](_?[a-z0-9])*", name) or len(name) > 40:
        raise CannotBegin(f"a {what}'s name is the name of its files and of a function: small letters, digits and _, such "
                          f'as {example}; not "{name}"')
    title = title or name.replace("_", " ")
    if re.search(r'["\\\n]', title):
        raise CannotBegin("a title has no quotation marks, backslashes or line ends")
    return {"NAME": name, "KERNEL": "".join(map(str.capitalize, name.split("_"))), "CHECK": name.replace("_", "-"),
            "TITLE": title[0].upper() + title[1:], "TITLE_LOWER": title[0].lower() + title[1:]}


def filled(text, values):
    """A text with a value in the place of each @NAME@."""
    return re.sub("@([A-Z_]+)@", lambda match: values[match[1]], text)
