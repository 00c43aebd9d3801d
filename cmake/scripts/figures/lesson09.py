"""Draws the figures of lesson 09 from a run of docs.figures.lesson09, and from measured times.

The measured times are those of docs/figures/tuning_curve.txt.
"""

import math

from figures.lesson_figures import DOCS, Figure, rows_of

MEASURED = DOCS / "figures" / "tuning_curve.txt"
CURVES = {"1x4096": ("bold", "mine-dot"), "4x1024": ("second-line", "second-dot"),
          "16x256": ("third-line", "third-dot"), "64x64": ("warn", "warn-dot")}


def timeline(lists):
    """When the host goes on, and when the GPU has done the work."""
    picture = Figure("A host starts three pieces of work on a GPU within microseconds, and the GPU "
                     "does them one after the other", 246, 560)
    times = rows_of(lists["timeline"], 2)
    begin = times[0][0]
    place = lambda t: 70 + (t - begin) * 0.75
    picture.text(60, 62, "host", "end strong")
    picture.text(60, 122, "GPU", "end strong")
    names, kinds = ("restore", "flush", "run"), ("cell", "second", "mine")
    for at, (name, kind) in enumerate(zip(names, kinds)):
        start = times[at][1] if at else times[1][0]
        end = times[at + 1][1]
        picture.cell(place(start), 98, place(end) - place(start), 36, kind)
        picture.text((place(start) + place(end)) / 2, 121, name, "small mid")
    for at in (1, 2, 3):
        picture.line([(place(times[at][0]), 42), (place(times[at][0]), 72)], "thick")
    picture.line([(place(times[4][0]), 42), (place(times[4][0]), 72)], "warn")
    picture.line([(70, 152), (place(times[4][0]), 152)])
    for tick in range(0, 601, 100):
        picture.line([(place(begin + tick), 148), (place(begin + tick), 156)])
        picture.text(place(begin + tick), 172, f"{tick}", "tiny mid")
    picture.text(place(begin + 300), 190, "microseconds", "tiny mid")
    picture.key(70, 214, (("thick", "the calls return here, 2 us after each other"),
                          ("warn", "synchronize() returns here, when all work is done")))
    return picture


def samples(lists):
    """Fifteen samples with their mean and their median."""
    picture = Figure("Fifteen samples of one kernel: three of them were disturbed, which moves "
                     "the mean and not the median", 260, 560)
    values = lists["samples"]
    mean, median = sum(values) / len(values), lists["samples.median"][0]
    height = lambda value: 190 - value * 0.17
    for tick in range(0, 1001, 250):
        picture.line([(60, height(tick)), (550, height(tick))])
        picture.text(52, height(tick) + 4, tick, "tiny end")
    picture.line([(60, height(mean)), (550, height(mean))], "warn")
    picture.line([(60, height(median)), (550, height(median))], "third-line")
    for at, value in enumerate(values):
        picture.dot(80 + at * 33, height(value), "mine-dot", 5)
    picture.text(60, 10, "microseconds", "tiny")
    picture.key(60, 214, (("mine-dot", "a sample"), ("warn", f"the mean, {mean:.0f} us")))
    picture.key(280, 214, (("third-line", f"the median, {median:.0f} us"),))
    return picture


def curve():
    """How long a softmax of 2^20 elements takes with each config, over the width of a row."""
    points = {}
    for line in MEASURED.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            columns, config, time = line.split()
            points.setdefault(config, []).append((int(columns), float(time)))
    picture = Figure("The time of a softmax of 2^20 elements with four configs, over the width of "
                     "a row: each config is the best for some widths", 366, 560)
    place = lambda columns: 70 + (math.log2(columns) - 4) * 57
    height = lambda time: 262 - math.log10(time / 100) * 70
    for time in (100, 1000, 10000, 100000):
        picture.line([(60, height(time)), (550, height(time))])
        picture.text(52, height(time) + 4, f"{time / 1000:g} ms", "tiny end")
    for columns in (16, 64, 256, 1024, 4096):
        picture.text(place(columns), 282, columns, "tiny mid")
    picture.text(550, 300, "columns of a row", "tiny end")
    entries = []
    for config, (line, dot) in CURVES.items():
        path = [(place(columns), height(time)) for columns, time in sorted(points[config])]
        if len(path) > 1:
            picture.line(path, line)
        for x, y in path:
            picture.dot(x, y, dot)
        entries.append((line, f"tiles of {config.replace('x', ' x ')}"))
    picture.key(60, 322, entries[:2])
    picture.key(310, 322, entries[2:])
    return picture


def draw(lists, _):
    return {"tuning_timeline": timeline(lists), "tuning_samples": samples(lists),
            "tuning_curve": curve()}
