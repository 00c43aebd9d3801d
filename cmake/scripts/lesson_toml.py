"""What a lesson.toml says of its checks, for scripts that also run where Python has no tomllib."""

import re


def checks(text):
    """The texts of each [[check]], by their keys, in order."""
    return [dict(re.findall(r'^(\w+) = "(.*)"', block, re.MULTILINE)) for block in text.split("[[check]]")[1:]]


def tasks(text):
    """The checks that are not about speed, by their numbers as texts."""
    return {str(number): check for number, check in
            enumerate((check for check in checks(text) if check.get("kind") != "speed"), 1)}


def file_name(number, check):
    """How the files of a task are called, without their ending."""
    return f"{number}_{check.get('id', '').replace('-', '_')}"
