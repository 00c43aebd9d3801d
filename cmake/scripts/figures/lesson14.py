"""The figures of elective 14."""

import itertools
import math

from figures.figure import figure, numbers_of_a_run

SEEDS = ((7, "bold"), (8, "second-line"), (9, "third-line"), (10, "warn"))


@figure("The mean of a vector of ones after dropout, for four seeds: far from 1 with 8 elements, and within a per cent of it "
        "with 65,536", 302, 570)
def dropout_means(picture):
    sizes = [2 ** power for power in range(3, 17)]
    place = lambda n: 60 + (math.log2(n) - 3) * 37
    height = lambda mean: 70 - (mean - 1) * 200
    for tick in (0.25, 0.5, 0.75, 1, 1.25):
        picture.line([(60, height(tick)), (541, height(tick))], "thick" if tick == 1 else "line faint")
        picture.text(52, height(tick) + 4, f"{tick:g}", "tiny end")
    picture.marks(sizes[1::2], place, 244, "{:,}")
    picture.text(541, 264, "elements", "tiny end")
    for seed, kind in SEEDS:
        kept = numbers_of_a_run(f"kept.{seed}")  # of elements of which task 2 drops a half
        picture.line([(place(n), height(2 * count / n)) for n, count in zip(sizes, kept)], kind)
    for at, (seed, kind) in enumerate(SEEDS):
        picture.key(60 + at * 110, 290, ((kind, f"seed {seed}"),))


@figure("A bfloat16 weight that is to grow by 0.001 a thousand times: rounded to the nearest it stays at 1, and rounded by "
        "chance it comes close to 2", 338, 570)
def dropout_rounding(picture):
    place = lambda step: 60 + step * 0.48
    height = lambda value: 250 - (value - 1) * 200
    picture.levels((1, 1.25, 1.5, 1.75, 2), height, 60, 540)
    picture.marks(range(0, 1001, 200), place, 270)
    picture.text(540, 288, "steps", "tiny end")
    picture.line([(place(0), height(1)), (place(1000), height(2))], "thick")
    rises = numbers_of_a_run("rounded_up")  # each by 1/128; task 5 takes the number of the step as its seed
    by_chance = itertools.accumulate((step in rises) / 128 for step in range(1001))
    for grown, kind in (([0] * 1001, "warn"), (by_chance, "bold")):
        picture.line([(place(step), height(1 + value)) for step, value in enumerate(grown)], kind)
    picture.key(60, 306, (("thick", "what it should be"), ("warn", "rounded to the nearest")))
    picture.key(300, 306, (("bold", "rounded by chance, as in task 5"),))
