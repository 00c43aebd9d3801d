"""The figures of lesson 09. The times of the practice GPU are those that lesson 09's header gives it, and the measured times
are those of docs/figures/tuning_curve.txt."""

import math
import re
import statistics

from figures.figure import DOCS, figure

MEASURED = DOCS / "figures" / "tuning_curve.txt"
CURVES = {"1x4096": ("bold", "mine-dot"), "4x1024": ("second-line", "second-dot"),
          "16x256": ("third-line", "third-dot"), "64x64": ("warn", "warn-dot")}


@figure("A host starts three pieces of work on a GPU within microseconds, and the GPU does them one after the other", 246, 560)
def tuning_timeline(picture):
    place = lambda t: 70 + t * 0.75
    picture.text(60, 62, "host", "end strong")
    picture.text(60, 122, "GPU", "end strong")
    for name, kind, start, end in (("restore", "cell", 2, 302), ("flush", "second", 302, 502), ("run", "mine", 502, 602)):
        picture.cell(place(start), 98, place(end) - place(start), 36, kind)
        picture.text((place(start) + place(end)) / 2, 121, name, "small mid")
    for time, kind in ((2, "thick"), (4, "thick"), (6, "thick"), (602, "warn")):
        picture.line([(place(time), 42), (place(time), 72)], kind)
    picture.line([(70, 152), (place(602), 152)])
    picture.marks(range(0, 601, 100), place, 172, ends=(148, 156))
    picture.text(place(300), 190, "microseconds", "tiny mid")
    picture.key(70, 214, (("thick", "the calls return here, 2 us after each other"),
                          ("warn", "synchronize() returns here, when all work is done")))


@figure("Fifteen samples of one kernel: three of them were disturbed, which moves the mean and not the median", 260, 560)
def tuning_samples(picture):
    values = (102, 102, 102, 1002, 102, 62, 102, 102, 1002, 102, 102, 102, 62, 1002, 102)
    mean, median = statistics.mean(values), statistics.median(values)
    height = lambda value: 190 - value * 0.17
    picture.levels(range(0, 1001, 250), height, 60, 550, kind="line")
    picture.line([(60, height(mean)), (550, height(mean))], "warn")
    picture.line([(60, height(median)), (550, height(median))], "third-line")
    for at, value in enumerate(values):
        picture.dot(80 + at * 33, height(value), "mine-dot", 5)
    picture.text(60, 10, "microseconds", "tiny")
    picture.key(60, 214, (("mine-dot", "a sample"), ("warn", f"the mean, {mean:.0f} us")))
    picture.key(280, 214, (("third-line", f"the median, {median:.0f} us"),))


@figure("The time of a softmax of 2^20 elements with four configs, over the width of a row: each config is the best for some "
        "widths", 366, 560)
def tuning_curve(picture):
    points = {}
    for line in MEASURED.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            columns, config, time = line.split()
            points.setdefault(config, []).append((int(columns), float(time)))
    place = lambda columns: 70 + (math.log2(columns) - 4) * 57
    height = lambda time: 262 - math.log10(time / 100) * 70
    picture.levels((0.1, 1, 10, 100), lambda ms: height(1000 * ms), 60, 550, "{:g} ms", "line")
    picture.marks((16, 64, 256, 1024, 4096), place, 282)
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


@figure("Three products with the same tile, at 34, 126 and 143 TFLOP/s, and each with the tile that suits it, at 35, 219 and "
        "211", 222)
def tuning_tiles(picture):
    text = (DOCS / "measurements.md").read_text(encoding="utf-8")
    found = re.search(r"128 x 4096 x 4096 ran at (\d+), (\d+) and (\d+) TFLOP/s with .*\n?.*, and at (\d+), (\d+) and (\d+)", text)
    for at, size in enumerate(("512, 512, 512", "1024, 1024, 1024", "128, 4096, 4096")):
        picture.text(140, 32 + 62 * at, size, "small end")
        for which, kind in enumerate(("cell", "mine")):
            rate = int(found[1 + at + 3 * which])
            picture.cell(150, 8 + 62 * at + 24 * which, 1.6 * rate, 22, kind)
            picture.text(158 + 1.6 * rate, 24 + 62 * at + 24 * which, rate, "small")
    picture.legend(196, (("cell", "one tile for all"), ("mine", "a tile for each, TFLOP/s")))
