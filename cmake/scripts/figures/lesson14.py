"""The figures of elective 14."""

import itertools
import math

from figures.lesson_figures import Figure

# How many of 2^3, 2^4, ..., 2^16 elements task 2 keeps with each seed, if half of them are to be dropped.
SEEDS = (
    (7, "bold", (5, 7, 16, 33, 63, 138, 265, 520, 1002, 2077, 4080, 8235, 16498, 33032)),
    (8, "second-line", (5, 10, 15, 32, 59, 117, 235, 488, 999, 2039, 4129, 8133, 16304, 32658)),
    (9, "third-line", (1, 4, 14, 35, 65, 127, 257, 500, 1026, 2073, 4144, 8255, 16446, 32920)),
    (10, "warn", (3, 5, 11, 25, 58, 124, 263, 535, 1059, 2124, 4194, 8209, 16445, 32632)),
)
# The steps at which task 5, with the number of the step as the seed, rounds a weight up, by 1/128.
RISES = {
    1, 5, 7, 19, 25, 27, 28, 38, 43, 46, 56, 57, 58, 59, 60, 80, 84, 86, 113, 130, 152, 155, 179, 209, 236, 265, 292,
    295, 297, 303, 313, 332, 335, 337, 341, 343, 346, 352, 355, 382, 386, 388, 393, 396, 407, 413, 432, 443, 446, 450,
    458, 463, 465, 466, 467, 476, 482, 490, 491, 505, 512, 515, 519, 536, 553, 559, 577, 580, 587, 592, 596, 598, 613,
    616, 618, 651, 657, 663, 667, 682, 685, 686, 703, 707, 714, 734, 747, 753, 764, 769, 770, 785, 795, 796, 798, 807,
    809, 810, 813, 821, 834, 842, 846, 856, 878, 883, 885, 896, 898, 903, 922, 932, 967, 973, 975, 978, 993}


def means():
    """The mean of ones after dropout, over the length of the vector."""
    picture = Figure("The mean of a vector of ones after dropout, for four seeds: far from 1 with 8 "
                     "elements, and within a per cent of it with 65,536", 302, 570)
    sizes = [2 ** power for power in range(3, 17)]
    place = lambda n: 60 + (math.log2(n) - 3) * 37
    height = lambda mean: 70 - (mean - 1) * 200
    for tick in (0.25, 0.5, 0.75, 1, 1.25):
        picture.line([(60, height(tick)), (541, height(tick))], "thick" if tick == 1 else "line faint")
        picture.text(52, height(tick) + 4, f"{tick:g}", "tiny end")
    for n in sizes[1::2]:
        picture.text(place(n), 244, f"{n:,}", "tiny mid")
    picture.text(541, 264, "elements", "tiny end")
    for _, kind, kept in SEEDS:
        picture.line([(place(n), height(2 * count / n)) for n, count in zip(sizes, kept)], kind)
    for at, (seed, kind, _) in enumerate(SEEDS):
        picture.key(60 + at * 110, 290, ((kind, f"seed {seed}"),))
    return picture


def walk():
    """A weight that should grow from 1 to 2, with both ways of rounding."""
    picture = Figure("A bfloat16 weight that is to grow by 0.001 a thousand times: rounded to the nearest "
                     "it stays at 1, and rounded by chance it comes close to 2", 338, 570)
    place = lambda step: 60 + step * 0.48
    height = lambda value: 250 - (value - 1) * 200
    for tick in (1, 1.25, 1.5, 1.75, 2):
        picture.line([(60, height(tick)), (540, height(tick))], "line faint")
        picture.text(52, height(tick) + 4, f"{tick:g}", "tiny end")
    for tick in range(0, 1001, 200):
        picture.text(place(tick), 270, tick, "tiny mid")
    picture.text(540, 288, "steps", "tiny end")
    picture.line([(place(0), height(1)), (place(1000), height(2))], "thick")
    by_chance = itertools.accumulate((step in RISES) / 128 for step in range(1001))
    for grown, kind in (([0] * 1001, "warn"), (by_chance, "bold")):
        picture.line([(place(step), height(1 + value)) for step, value in enumerate(grown)], kind)
    picture.key(60, 306, (("thick", "what it should be"), ("warn", "rounded to the nearest")))
    picture.key(300, 306, (("bold", "rounded by chance, as in task 5"),))
    return picture


FIGURES = {
    "dropout_means": means, "dropout_rounding": walk,
}
