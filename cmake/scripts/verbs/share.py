"""./course share and ./course compare: results of several people beside each other, without a server.

    share [RESULT...] [--name NAME] [--output FILE]     one small file: points, speeds and the machine
    compare FILE... [--output PAGE]                     a table here, and a page with a chart

A result is what ./course grade writes, report.json; without an argument it is the newest of build/. The
file holds no code, no path, and no name unless --name gives one. Speeds are those of --bench: how many
times as fast as the course's solution, which ran in the same minutes on the same machine.
"""

import argparse
import html
import json
import math
import sys
from pathlib import Path

from problem import Problem, exit_code

FORMAT = "kernelwright share 1"
COLOURS = ("#2f6fb5", "#c2571a", "#3d8c40", "#8a4fa8", "#a88a00", "#b03060")
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Kernelwright: Results compared</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
figure {{ margin: 1.5rem 0; }} svg {{ width: 100%; height: auto; }} text {{ font: 13px system-ui, sans-serif; fill: currentColor; }}
table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
th, td {{ padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; }} td.number {{ text-align: right; }}
</style></head><body>
<h1>Results compared</h1>
{body}
</body></html>
"""


def write(path, text):
    """Writes a file, and makes its folder where there is none."""
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise Problem(f"{path} cannot be written: {problem.strerror}") from None


def read_json(path):
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise Problem(f"{path} cannot be read: {problem.strerror}") from None
    except ValueError:
        raise Problem(f"{path} is not JSON: it is cut off, or another kind of file") from None


# ---- share -----------------------------------------------------------------------------------------


def newest_result():
    """The last report.json that ./course grade wrote."""
    found = sorted(Path("build").glob("*/report/report.json"), key=lambda file: file.stat().st_mtime)
    if not found:
        raise Problem("there is no result yet: run `./course grade --bench` first, or name a report.json")
    return found[-1]


def speeds_of(lesson):
    """The rows of a lesson's benchmarks that the solution was measured with as well."""
    return [{"benchmark": f"{row['series']}/{row['label']}", "device": table["device"],
             "seconds": row["seconds"], "of_solution": round(row["rate"] / row["reference_rate"], 4)}
            for table in lesson["benchmarks"] for row in table["rows"]
            if row["rate"] > 0 and row["reference_rate"] > 0]


def shared(results, name):
    """What the file holds. A lesson that is in several results is taken from the last one."""
    try:
        lessons = {lesson["id"]: {
            "id": lesson["id"], "title": lesson["title"], "points": lesson["points"],
            "max_points": lesson["max_points"], "speeds": speeds_of(lesson),
        } for result in results for lesson in result["lessons"]}
        last = results[-1]
        machine = {key: last["environment"][key] for key in ("cpu", "gpu", "compiler", "cuda_compiler")}
        return {"format": FORMAT, "name": name, "created": last["created"],
                "course_version": last["course_version"], "machine": machine,
                "lessons": [lessons[key] for key in sorted(lessons)]}
    except (KeyError, TypeError, IndexError):
        raise Problem("this is not a result of `./course grade`, which writes build/cpu/report/report.json") from None


def share(options):
    results = [read_json(path) for path in options.results or [newest_result()]]
    file = shared(results, options.name)
    write(options.output, json.dumps(file, indent=1, ensure_ascii=False) + "\n")
    measured = sum(bool(lesson["speeds"]) for lesson in file["lessons"])
    print(f"{options.output} holds the points of {count(file['lessons'], 'lesson')}, and the speeds of {measured}.")
    if measured == 0:
        print("For speeds, grade with `./course grade --bench` first.")
    print(f"Send it to whoever you like; `./course compare {options.output} THEIRS.json` draws both.")


def count(things, word):
    return f"{len(things)} {word}{'' if len(things) == 1 else 's'}"


# ---- compare ---------------------------------------------------------------------------------------


def read_shared(path):
    file = read_json(path)
    kind = file.get("format") if isinstance(file, dict) else None
    if kind != FORMAT:
        raise Problem(f"{path} was not written by `./course share`: its format is {kind!r}, and not {FORMAT!r}")
    try:
        speeds = {lesson["id"]: mean(lesson["speeds"]) for lesson in file["lessons"]}
        parts = {lesson["id"]: lesson["points"] / lesson["max_points"] for lesson in file["lessons"] if lesson["max_points"]}
        titles = {lesson["id"]: str(lesson["title"]) for lesson in file["lessons"]}
        machine = str(file["machine"]["gpu"] or file["machine"]["cpu"])
        return {"name": str(file["name"] or Path(path).stem), "machine": machine, "created": str(file["created"])[:10],
                "points": parts, "speeds": {key: value for key, value in speeds.items() if value}, "titles": titles}
    except (KeyError, TypeError, ValueError):
        raise Problem(f"{path} lacks a part that `./course share` writes: have it made again") from None


def mean(speeds):
    """The geometric mean of a lesson's speeds, so twice and half as fast is 1. A GPU's, where there is one."""
    speeds = [speed for speed in speeds if speed["device"] == "cuda"] or speeds
    return math.exp(sum(math.log(speed["of_solution"]) for speed in speeds) / len(speeds)) if speeds else None


def table(files, lessons):
    """A row for each lesson: points in per cent, and the speed over the solution's."""
    def cell(file, lesson):
        if lesson not in file["points"]:
            return "-"
        speed = file["speeds"].get(lesson)
        return f"{100 * file['points'][lesson]:.0f} %" + (f", {speed:.2f} x" if speed else "")

    rows = [["lesson", *(file["name"] for file in files)]]
    rows += [[lesson, *(cell(file, lesson) for file in files)] for lesson in lessons]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows)


def chart(files, lessons, key, title, full, words):
    """A bar for each lesson and file, and a line at 1. `full` is the value of a bar that reaches the right edge."""
    left, wide, bar, gap = 200, 460, 14, 12
    parts, y = [], 8
    for lesson in lessons:
        found = [(i, file[key][lesson]) for i, file in enumerate(files) if lesson in file[key]]
        if not found:
            continue
        title_of = next(file["titles"][lesson] for file in files if lesson in file["titles"])
        parts.append(f'<text x="0" y="{y + 11}">{html.escape(lesson[-2:] + " " + title_of)[:40]}</text>')
        for i, value in found:
            width = max(1, min(value / full, 1) * wide)
            parts.append(f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{bar}" fill="{COLOURS[i % len(COLOURS)]}"/>'
                         f'<text x="{left + width + 6:.1f}" y="{y + 11}">{words(value)}</text>')
            y += bar + 2
        y += gap
    if not parts:
        return ""
    one = left + wide / full
    parts.append(f'<line x1="{one:.1f}" x2="{one:.1f}" y1="0" y2="{y}" stroke="currentColor" stroke-dasharray="3 3"/>')
    return (f'<h2>{title}</h2><figure><svg viewBox="0 0 720 {y}" role="img" aria-label="{title}">'
            f'{"".join(parts)}</svg></figure>')


def page(files, lessons):
    people = "".join(
        f'<tr><td><svg width="14" height="14" style="width:14px"><rect width="14" height="14" fill="{COLOURS[i % len(COLOURS)]}"/></svg> '
        f'{html.escape(file["name"])}</td><td>{html.escape(file["machine"])}</td><td>{html.escape(file["created"])}</td></tr>'
        for i, file in enumerate(files))
    fastest = max((1, *(speed for file in files for speed in file["speeds"].values())))
    return PAGE.format(body=(
        f'<table><tr><th>who</th><th>machine</th><th>when</th></tr>{people}</table>'
        + chart(files, lessons, "points", "Points, as a part of the lesson's", 1, lambda value: f"{100 * value:.0f} %")
        + chart(files, lessons, "speeds", "Speed, as a multiple of the solution's", fastest, lambda value: f"{value:.2f} x")
        + "<p>Each speed compares your kernel with the course's solution on the same machine, so a fast GPU gives nobody a head "
          "start. The dashed line is the solution. A speed is the geometric mean over the lesson's benchmarks.</p>"))


def compare(options):
    files = [read_shared(path) for path in options.files]
    lessons = sorted({lesson for file in files for lesson in file["points"]})
    print(table(files, lessons))
    write(options.output, page(files, lessons))
    print(f"\nPoints of each lesson, and how many times as fast as the solution. The chart: {options.output}")


def main(arguments):
    parser = argparse.ArgumentParser(prog="./course", description=__doc__.split("\n")[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("share", help="write your points and speeds into one small file")
    verb.add_argument("results", nargs="*", metavar="RESULT", help="a report.json (default: the newest of build/)")
    verb.add_argument("--name", default="", help="who you are, for the chart (default: nothing)")
    verb.add_argument("--output", default="build/shared.json", metavar="FILE")
    verb.set_defaults(run=share)
    verb = verbs.add_parser("compare", help="draw such files beside each other")
    verb.add_argument("files", nargs="+", metavar="FILE")
    verb.add_argument("--output", default="build/compared.html", metavar="PAGE")
    verb.set_defaults(run=compare)
    options = parser.parse_args(arguments)
    return exit_code(options.run, options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
