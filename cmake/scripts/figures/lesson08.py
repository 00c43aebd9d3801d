"""The figures of lesson 08."""

import math
from itertools import groupby

from figures.figure import figure, labelled_rows, step_time, timeline

TOKENS = ("cat", "sat", "and", "it")
Q = [[2, 0, 0, 0], [2, 1, 0, 0], [0, 0, 1, 0], [3, 0, 0, 1]]
K = [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [1, 0, 0, 1]]
V = [[10, 4, 1, 0], [20, 3, 1, 0], [30, 2, 1, 0], [40, 1, 1, 1]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def softmax(row):
    e = [math.exp(score) for score in row]
    return [one / sum(e) for one in e]


SCORES = [[dot(q, k) / 2 for k in K] for q in Q]  # 1 / sqrt(4) is 1/2
WEIGHTS = list(map(softmax, SCORES))
O = [[dot(weights, column) for column in zip(*V)] for weights in WEIGHTS]


@figure("Attention over four tokens: q and k make scores, scores make weights, and weights and v make o", 346, 570)
def attention_tokens(picture):
    panels = ((Q, "q: looks for", "{:g}"), (K, "k: offers", "{:g}"), (SCORES, "scores", "{:g}"),
              (WEIGHTS, "weights", "{:.2f}"), (V, "v: passes on", "{:g}"), (O, "o", "{:.1f}"))
    for at, (values, title, form) in enumerate(panels):
        x, y = 40 + at % 3 * 182, 38 + at // 3 * 150
        picture.text(x, y - 10, title, "small strong")
        picture.matrix(x, y, values, (38, 26), "second" if values in (K, V) else lambda r, c: "mine" if r == 3 else "cell", form)
        if at % 3 == 0:
            for row, token in enumerate(TOKENS):
                picture.text(x - 8, y + row * 26 + 17, token, "small end")
        if at % 3 < 2:
            picture.text(x + 166, y + 56, "×→"[at % 3], "mid strong")
    picture.key(40, 318, (("mine", "the row of “it”, from its query to its result"),
                          ("second", "keys and values: every query uses all of them")))


@figure("Three steps of attention for one row: the largest score, the sum of the weights and the weighted sum after each "
        "step", 326, 570)
def attention_steps(picture):
    m, l, acc = -math.inf, 0, 0
    for step, (scores, values) in enumerate((((1, 2), (10, 20)), ((3, 2), (40, 20)), ((1, 3), (70, 60)))):
        raised = max(m, *scores)
        factor, p = 2 ** (m - raised), [2 ** (score - raised) for score in scores]
        m, l, acc = raised, l * factor + sum(p), acc * factor + dot(p, values)
        x = 84 + step * 166
        picture.text(x, 20, f"step {step + 1}", "strong")
        for row, loaded in enumerate((scores, values)):
            picture.matrix(x, 32 + row * 30, [loaded], (56, 28), "second")
        picture.matrix(x, 110, [[factor]], (112, 28))
        for row, carried in enumerate((m, l, acc)):
            picture.matrix(x, 154 + row * 32, [[carried]], (112, 30), "mine")
            if step < 2:
                picture.arrow(x + 116, 169 + row * 32, x + 160, 169 + row * 32)
    for y, label in ((50, "scores"), (80, "values"), (128, "factor"), (173, "m"), (205, "l"),
                     (237, "acc")):
        picture.text(74, y, label, "small end")
    picture.text(560, 284, f"o = acc / l = {acc:g} / {l:g} = {acc / l:g}", "strong end")
    picture.key(10, 278, (("second", "loaded in this step"), ("mine", "carried to the next step"),
                          ("cell", "factor 2^(old m − new m): corrects l and acc")))


def kind_of(seen, rows, cols):
    """Whether a part of the scores counts in full, in part, or not at all."""
    found = {seen(row, col) for row in rows for col in cols}
    return ("in part", "all")[found == {True}] if True in found else "none"


@figure("Which scores count in full, causal and windowed attention, and which tiles of them the solution computes", 288, 570)
def attention_masks(picture):
    kinds = {"all": "mine", "in part": "second", "none": "cell"}
    # Which columns a row sees, and for each program of 64 rows the first columns of its steps and their width.
    panels = (("all columns", lambda row, col: True, ((0, 128),) * 4, 128),
              ("causal", lambda row, col: col <= row, ((0,), (0,), (0, 128), (0, 128)), 128),
              ("window of 80", lambda row, col: row - 80 < col <= row,
               ((0,), (0, 64), (49, 113, 177), (113, 177, 241)), 64))
    for at, (title, seen, walks_of, wide) in enumerate(panels):
        left, top, scale = 10 + at * 188, 30, 0.66
        picture.text(left, 20, title, "strong")
        for row in range(0, 256, 16):
            columns = groupby(range(0, 256, 16), lambda col: kind_of(
                seen, range(row, row + 16), range(col, col + 16)))
            for kind, run in columns:
                run = list(run)
                picture.frame(left + run[0] * scale, top + row * scale, 16 * len(run) * scale,
                              16 * scale, f"{kinds[kind]} faint")
        for program, starts in enumerate(walks_of):
            for start in starts:
                picture.frame(left + start * scale, top + program * 64 * scale,
                              min(wide, 256 - start) * scale, 64 * scale)
    picture.key(10, 222, (("mine", "every row here sees every column"),
                          ("second", "some do: a mask is needed"), ("cell", "none does"),
                          ("thick", "one step of the solution; no frame, no work")))


@figure("The gradients of one row of four scores: what each value would add, what is subtracted, and what is left for the "
        "scores", 262, 570)
def attention_gradients(picture):
    dp, delta = [v[0] for v in V], O[3][0]  # only the first number of the last row of o matters to the loss
    rows = (("dp: the value that each token passes on", dp, "second", "{:g}"),
            ("dp − delta: above or below the result", [each - delta for each in dp], "cell", "{:.1f}"),
            ("p: the weight", WEIGHTS[3], "mine", "{:.2f}"),
            ("ds: the two multiplied", [p * (each - delta) for p, each in zip(WEIGHTS[3], dp)], "third", "{:.2f}"))
    for at, token in enumerate(TOKENS):
        picture.text(340 + at * 62, 20, token, "small mid strong")
    for at, (words, values, kind, form) in enumerate(rows):
        picture.text(296, 50 + at * 40, words, "small end")
        picture.matrix(310, 30 + at * 40, [values], (62, 32), kind, form)
    picture.key(10, 206, (("second", "from v and dout"), ("mine", "computed again, from q, k and lse"),
                          ("third", f"the gradient of the scores: its sum is 0 (delta is {delta:.2f})")))


@figure("The walks of the programs of KeyGradients and of QueryGradients over the causal scores of 256 tokens", 366, 570)
def attention_walks(picture):
    for at, (kernel, walked) in enumerate((("KeyGradients", "q"), ("QueryGradients", "k"))):
        left, top, size = 20 + at * 286, 52, 0.96
        picture.text(left, 20, kernel, "strong")
        picture.text(left, 42, f"walks along {walked}", "small")
        picture.frame(left, top, 256 * size, 256 * size, "cell faint")
        for program in range(4):
            kind = "mine" if program == 1 else "second"
            own = 64 * program if at == 0 else 192 - 64 * program  # the longest walks begin first
            boxes = [(own, start, 64, 32) if at == 0 else (start, own, 32, 64)
                     for start in (range(own, 256, 32) if at == 0 else range(0, own + 64, 32))]
            for x, y, wide, high in boxes:
                picture.frame(left + x * size, top + y * size, wide * size, high * size, kind)
            centre = [(left + (x + wide / 2) * size, top + (y + high / 2) * size)
                      for x, y, wide, high in boxes]
            if program == 1:
                picture.arrow(*centre[0], *centre[-1])
    picture.key(20, 326, (("mine", "the steps of program 1, in the order of the arrow"),
                          ("second", "those of the other programs; rows are queries, columns are keys")))


@figure("Programs of 1 to 8 steps on three multiprocessors: 15 steps if the shortest start first, 13 if the longest "
        "do", 300, 570)
def attention_packing(picture):
    """Eight programs of different lengths on three multiprocessors, each of which takes the next one when it is free, in
    two orders. It shows no run."""
    left, size = 60, 33
    for at, (lengths, title) in enumerate(((range(1, 9), "the shortest first"), (range(8, 0, -1), "the longest first"))):
        y = 34 + at * 128
        picture.text(left, y - 12, title, "strong")
        ends = [0, 0, 0]
        for length in lengths:
            begin = min(ends)
            place = ends.index(begin)
            picture.cell(left + begin * size, y + place * 28, length * size - 2, 25, "mine" if length == 8 else "cell",
                         length)
            ends[place] = begin + length
        picture.line([(left + max(ends) * size, y - 4), (left + max(ends) * size, y + 86)], "warn")
        picture.text(left + max(ends) * size - 6, y - 12, f"{max(ends)} steps", "small end")
    picture.key(left, 284, (("mine", "the longest program; a number is how many steps a program has"),))


@figure()
def attention_overlap():
    """A step of attention over 128 rows, with loads that wait and with a stream, at the measured rates."""
    row = r"\| attention float16, d = 128, n = 4096, full \| Kernelwright%s \| ([0-9.]+) \|"
    operations = 4 * 128 * 128 * 128  # two products of 128 x 128 x 128
    waiting, ahead = step_time(row % ", pointers", operations), step_time(row % "", operations)
    return timeline(f"Three steps of attention: {waiting:.2g} µs each if every step waits for its tiles of k and v, and {ahead:.2g} µs "
                    "if the loads run ahead", waiting, ahead, ("load k, v", "multiply"))


@figure()
def attention_kept():
    """The row of "it": its scores, and the weights that one number brings back."""
    scores = SCORES[3]
    total = sum(math.exp(score - max(scores)) for score in scores)
    lse = max(scores) + math.log(total)
    return labelled_rows(f"The scores 3, 0, 0 and 2, their log-sum-exp {lse:.2f}, and the weights computed from both",
                         (("scores", [f"{score:g}" for score in scores], "cell", f"maximum {max(scores):g}"),
                          ("e to (score - 3)", [f"{math.exp(score - max(scores)):.2f}" for score in scores], "cell", f"sum {total:.3f}"),
                          ("kept", [f"{lse:.2f}"], "mine", f"lse = 3 + log({total:.3f})"),
                          ("e to (score - lse)", [f"{math.exp(score - lse):.2f}" for score in scores], "third", "sum 1")),
                         (("cell", "not kept"), ("mine", "kept"), ("third", "the weights again")), 52, 140)
