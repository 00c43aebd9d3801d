"""./course profile lesson10.2: what ncu says about a kernel, in words, with what to try.

    profile_kernel.py PROGRAM [--filter REGEX] [--launches N] [-- BENCHMARK OPTIONS]
    profile_kernel.py --from FILE ...     the same from ncu's CSV, as `ncu --csv` printed it

PROGRAM is a benchmark program for CUDA. Of the launches that it makes, the one that takes longest is described:
six numbers, and what they mean for this kernel.
"""

import argparse
import csv
import re
import subprocess
import sys
import textwrap
from pathlib import Path

from problem import Problem, exit_code

# ncu's names, and ours.
METRICS = {
    "gpu__time_duration.sum": "nanoseconds",
    "dram__bytes.sum": "bytes",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed": "dram",
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed": "memory",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed": "arithmetic",
    "launch__grid_size": "programs",
    "launch__waves_per_multiprocessor": "rounds",
    "launch__registers_per_thread": "registers",
    "sm__maximum_warps_per_active_cycle_pct": "possible",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "resident",
    "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio": "sectors",
    "smsp__inst_executed_op_local_ld.sum": "spills",
}
BYTES = {"byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}
SECONDS = {"ns": 1, "nsecond": 1, "us": 1e3, "usecond": 1e3, "ms": 1e6, "msecond": 1e6}
BUSY, DONE, IDLE = 70, 75, 60  # per cent: what keeps a unit busy, what is as good as it gets, and what waits


def launches_in(text):
    """The launches that ncu's CSV describes: a dictionary of our names for each, and its kernel."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    found = {}
    for row in csv.DictReader(lines):
        launch = found.setdefault(row["ID"], {"kernel": kernel_of(row["Kernel Name"])})
        name = METRICS.get(row["Metric Name"])
        if name:
            value = float(row["Metric Value"].replace(",", "") or 0)
            launch[name] = value * {**BYTES, **SECONDS}.get(row["Metric Unit"], 1)
    return [launch for launch in found.values() if len(launch) == len(METRICS) + 1]


def kernel_of(name):
    """`WeighRows<16, 64>` from the name of the function that runs it."""
    found = re.search(r"run_\w+<(?:(?:[a-z]\w*|\(\w+\)\w+|\d+), )*(\w+(?:<[^<>]*>)?)", name)  # a kernel begins with a capital
    return found[1] if found else name


def time_of(launch):
    microseconds = launch["nanoseconds"] / 1e3
    return f"{microseconds:.1f} us" if microseconds < 1000 else f"{microseconds / 1e3:.2f} ms"


def numbers(launch):
    """The six numbers: name, per cent for a bar or None, and a sentence."""
    size = launch["bytes"] / 1e6
    return [
        ("time", None, f"{time_of(launch)}, in which {size:.4g} MB moved between memory and the chip."),
        ("memory", launch["dram"], f"{launch['dram']:.0f} % of what memory can deliver; the caches and shared memory on the way are busy "
                                   f"{launch['memory']:.0f} % of the time."),
        ("arithmetic", launch["arithmetic"], f"{launch['arithmetic']:.0f} % of what the multiprocessors can do."),
        ("programs", None, f"{launch['programs']:,.0f}, which is {share_of_places(launch)} fit the GPU at once."),
        ("warps", launch["resident"], f"{launch['resident']:.0f} % of the places for warps were taken. {launch['registers']:.0f} registers "
                                      f"per thread and the shared memory allow {launch['possible']:.0f} %."),
        ("loads", None, f"{launch['sectors']:.1f} units of 32 bytes for each load of a warp. 4 is right if each of 32 lanes loads "
                        "4 bytes, 16 if it loads 16 bytes." if launch["sectors"] else
                        "none through registers: tiles are copied by the copy engine."),
    ]


def share_of_places(launch):
    """ncu rounds to hundredths, and a single program is less than that of a large GPU."""
    return f"{launch['rounds']:.2f} times as many as" if launch["rounds"] else "less than a hundredth of what would"


def advice(launch):
    """What the numbers mean for this kernel, and what to try: the first that applies."""
    if launch["spills"]:
        return ("Values spill: they do not fit the registers, and move to memory and back.",
                "Take a smaller tile, or more warps for the same tile.")
    if launch["dram"] >= DONE:
        return ("Memory is the limit, and it is as busy as a copy keeps it.",
                "Only moving fewer bytes helps: fuse launches, keep a tile for its second use, or store 16-bit numbers.")
    if launch["arithmetic"] >= DONE:
        return ("Arithmetic is the limit.",
                "Compute less: hoist what a loop repeats. A product belongs on tensor cores: `tl.dot` with 16-bit numbers.")
    if launch["memory"] >= BUSY and launch["dram"] < launch["memory"] / 2:
        return ("The caches or the shared memory are the limit, and memory is not: the same bytes come several times, or lanes use only a "
                "part of each unit.",
                "`./course trace` counts the bytes that move for each byte needed. Load each tile once, along the rows.")
    if launch["rounds"] < 0.5:
        room = f"{1 / launch['rounds']:.0f}" if launch["rounds"] else "more than a hundred"
        return (f"The GPU is mostly empty: there is room for {room} times as many programs.",
                "Divide the work along another axis as well, or give each program less of it.")
    if launch["sectors"] > 16.5:
        return ("Lanes are far apart: each of them has a unit of 32 bytes to itself.",
                "Let neighbouring lanes load neighbouring elements; `./course trace` shows which access it is.")
    if launch["resident"] < 0.6 * launch["possible"]:
        return ("Far fewer warps were there than could be: some programs take much longer than others, or there are few of them.",
                "Start the longest programs first, or make them more equal and smaller.")
    if max(launch["memory"], launch["arithmetic"]) < IDLE:
        return ("Nothing is busy, so the kernel waits: for loads that it asked for too late, or for other threads.",
                "Have more bytes on their way: a stream with more stages, a larger tile, or more warps per multiprocessor.")
    return ("No unit is at its limit, and none is idle.", "Compare with the solution: `./course profile LESSON solution`.")


def bar(per_cent):
    full = round(min(per_cent, 100) / 5)
    return "[" + "#" * full + "." * (20 - full) + "]"


def wrapped(text, indent, first=None):
    return textwrap.fill(text, 100, initial_indent=first or indent, subsequent_indent=indent)


def describe(launch):
    lines = [f"{launch['kernel']}, the launch that takes longest", ""]
    for name, per_cent, text in numbers(launch):
        shown = f"  {name:<11}" + (bar(per_cent) + " " if per_cent is not None else "")
        lines.append(wrapped(text, " " * 13, shown))
    meaning, change = advice(launch)
    return "\n".join([*lines, "", wrapped(meaning, "  "), wrapped("Try: " + change, "  ")])


def run_ncu(options):
    command = ["ncu", "--csv", "--metrics", ",".join(METRICS), "--kernel-name", "regex:^run_", "--launch-count", str(options.launches),
               "--kill", "yes", options.program, "--seconds=0.01", *options.rest]
    if options.filter:
        command.append(f"--benchmark_filter={options.filter}")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    text = done.stdout + done.stderr
    if "ERR_NVGPUCTRPERM" in text:
        raise Problem("this machine lets only root read the GPU's counters. Ask its administrator for the option "
                            "NVreg_RestrictProfilingToAdminUsers=0, or run the same command as root")
    return text


def show_profile(options):
    text = Path(options.source).read_text(encoding="utf-8") if options.source else run_ncu(options)
    launches = launches_in(text)
    if not launches:
        last = "\n".join(text.strip().splitlines()[-8:])
        raise Problem(f"ncu saw no launch of a kernel of this course. What it said last:\n{last}")
    print(describe(max(launches, key=lambda launch: launch["nanoseconds"])))


def main(arguments):
    parser = argparse.ArgumentParser(prog="./course profile", description=__doc__.split("\n")[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--from", dest="source", metavar="FILE")
    parser.add_argument("--filter", help="only benchmarks whose names match")
    parser.add_argument("--launches", type=int, default=60, help="how many launches ncu looks at (default: 60)")
    split = arguments.index("--") if "--" in arguments else len(arguments)
    options = parser.parse_args(arguments[:split])
    options.rest = arguments[split + 1:]
    return exit_code(show_profile, options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
