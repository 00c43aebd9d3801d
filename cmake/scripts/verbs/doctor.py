"""./course doctor: tries everything that grading needs on this machine, and says what to do about what is missing.

The tools come first, since nothing can be built without them. What only the grader can tell (whether it can use the build
folder, the course's files and the sandbox), the grader is asked once the launcher has built it.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
INSTALL = "`./course setup` installs it (cmake/packages.txt names it)"
OLDEST_CAPABILITY = 7.5  # as in cmake/Architectures.cmake
WANTED_GIGABYTES = 2
GOOD, NOTE, BAD = range(3)  # all is well; something is missing that not everybody needs; nothing can be graded
KERNEL_FILE = """#include <kernelwright/kernelwright.hpp>
#include <cstdio>
int main() { std::puts("it works"); }
"""
CUDA_FILE = """#include <cstdio>
__global__ void f(int* x) { *x = 42; }
int main() {
  int* d = nullptr; int h = 0;
  cudaMalloc(&d, 4); f<<<1, 1>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  const cudaError_t e = cudaDeviceSynchronize();
  std::printf("%d %s\\n", h, cudaGetErrorString(e));
  return h == 42 && e == cudaSuccess ? 0 : 1;
}
"""


def run(*command):
    """Whether a program succeeds, and what it says."""
    try:
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env={**os.environ, "LC_ALL": "C.UTF-8"}, encoding="utf-8", errors="replace", timeout=120,
                               check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, str(error)
    return ended.returncode == 0, re.sub(r"\x1b\[[0-9;]*[A-Za-z]|\r", "", ended.stdout)[:600]


def first_line(text):
    return text.split("\n", 1)[0][:200]


def style():
    """The signs of the three verdicts, and how a name is printed, on this terminal."""
    locale = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := os.environ.get(name))), "")
    signs = "✓○✗" if re.search("utf-?8", locale, re.IGNORECASE) else ("ok", "-", "x")
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return signs, "{}"
    return [f"\x1b[{code}m{sign}\x1b[0m" for code, sign in zip((32, 36, 31), signs)], "\x1b[1m{}\x1b[0m"


class Doctor:
    def __init__(self, build, folder):
        self.build = build
        self.folder = Path(folder)
        self.worst = GOOD
        self.signs, self.bold = style()
        cache = build / "CMakeCache.txt"
        lines = cache.read_text(encoding="utf-8").splitlines() if cache.exists() else []
        self.cache = dict(re.findall(r"^(\w+):\w+=(.*)$", "\n".join(lines), re.MULTILINE))

    def say(self, name, verdict, text, advice=""):
        self.worst = max(self.worst, verdict)
        print(self.signs[verdict], self.bold.format(name) + ":", text)
        for line in f"What to do: {advice}".splitlines() if advice else []:
            print(f"    {line}" if line else "")
        sys.stdout.flush()

    def write(self, name, text):
        file = self.folder / name
        file.write_text(text, encoding="utf-8")
        return str(file)

    def cmake(self):
        there, text = run("cmake", "--version")
        version = re.match(r"cmake version (\d+)\.(\d+)", text)
        if not there or not version:
            self.say("CMake", BAD, "there is no cmake", INSTALL)
        elif tuple(map(int, version.groups())) < (3, 25):
            self.say("CMake", BAD, first_line(text),
                     "the course needs 3.25 or later: where the system has only an older one, use `pip install cmake`")
        else:
            self.say("CMake", GOOD, first_line(text))
        there, text = run("ninja", "--version")
        self.say("Ninja", *((GOOD, "ninja " + first_line(text)) if there else (BAD, "there is no ninja", INSTALL)))

    def compiler(self):
        configured = self.cache.get("CMAKE_CXX_COMPILER")
        compiler = configured or os.environ.get("CXX") or "c++"
        there, version = run(compiler, "--version")
        if not there:
            self.say("Compiler", BAD, f"{compiler} cannot be started",
                     f"{self.build} was configured with it: install it again, or remove {self.build} and configure again"
                     if configured else INSTALL)
            return
        begin = time.monotonic()
        program = str(self.folder / "try")
        compiled, said = run(compiler, "-std=c++20", "-O2", "-I", str(ROOT / "common/include"),
                             self.write("try.cpp", KERNEL_FILE), "-o", program)
        seconds = time.monotonic() - begin
        works, said = run(program) if compiled else (False, said)
        if not works or said != "it works\n":
            self.say("Compiler", BAD, f"{first_line(version)} does not compile a program that runs: {said}",
                     "the course needs C++20: g++ 12 or later, or clang++ 14 or later")
            return
        self.say("Compiler", GOOD, f"{first_line(version)}; a kernel file compiles in {seconds:.1f} s")
        for name, header in (("GoogleTest", "gtest/gtest.h"), ("Google Benchmark", "benchmark/benchmark.h")):
            there, _ = run(compiler, "-std=c++20", "-fsyntax-only", self.write("library.cpp", f"#include <{header}>\n"))
            self.say(name, *((GOOD, "installed") if there else (NOTE, "not installed, so CMake downloads it", INSTALL)))

    def build_grader(self):
        """Any verb of the grader builds it, if it is not built from the files as they are."""
        if self.worst != BAD:
            device = "cuda" if self.build.name == "cuda" else "cpu"
            subprocess.run([ROOT / "course", "report", "--help", f"--device={device}"], stdout=subprocess.DEVNULL, check=False)

    def ask_grader(self, *options):
        """What the grader says of this machine, a line of JSON each."""
        grader = self.build / "grader/grader"
        if not grader.exists():
            self.say("Grader", BAD, "it is not built, so neither the course's files nor the sandbox were tried",
                     "the messages above say why")
            return
        there, text = run(str(grader), "doctor", "--source-dir", str(ROOT), "--build-dir", str(self.build), *options)
        if not there:
            self.say("Grader", BAD, f"it does not run: {text}", "remove it, and this command builds it again")
        for line in text.splitlines() if there else []:
            one = json.loads(line)
            self.say(one["name"], one["verdict"], one["text"], one["advice"])

    def gpu(self):
        models = [re.search(r"^Model:\s*(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
                  for file in Path("/proc/driver/nvidia/gpus").glob("*/information")]
        name = next((model.group(1) for model in models if model), "")
        if not name and not Path("/dev/nvidia0").exists() and not Path("/dev/dxg").exists():
            self.say("GPU", NOTE, "none, or its driver is not loaded: kernels run on the CPU",
                     "if this machine has a GPU, `nvidia-smi` must show it; otherwise there is nothing to do")
            return
        told, capability = run("nvidia-smi", "--query-gpu=compute_cap", "--format=csv,noheader")
        capability = first_line(capability) if told else ""
        nvcc = self.cache.get("CMAKE_CUDA_COMPILER") or shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
        if is_too_old(capability):
            self.say("GPU", NOTE, f"{name}, of compute capability {capability}: kernels run on the CPU",
                     "kernels are compiled for compute capability 7.5 (Turing, such as the T4) and later")
        elif not nvcc:
            self.say("GPU", NOTE, f"{name}, but there is no nvcc", "install the CUDA toolkit, 12.4 or newer, and add its bin "
                     "folder to PATH, or go on without the GPU")
        else:
            self.launch_a_kernel(nvcc, name + (f" (compute capability {capability})" if capability else ""))

    def launch_a_kernel(self, nvcc, name):
        """A driver may list a GPU that no program can use; a kernel that ran is the only proof."""
        program = str(self.folder / "try_cuda")
        compiled, said = run(nvcc, "-arch=native", self.write("try.cu", CUDA_FILE), "-o", program)
        if not compiled:
            self.say("GPU", NOTE, f"{name}, but nvcc does not compile for it", said)
            return
        ran, said = run(program)
        if ran:
            self.say("GPU", GOOD, f"{name}: a kernel ran")
            if (self.build / "grader/grader").exists():
                self.ask_grader("--gpu-program", program)
        else:
            self.say("GPU", NOTE, f"{name}: a kernel does not run: {first_line(said)}",
                     "is the driver as new as the toolkit, and may you open /dev/nvidia*? `nvidia-smi` shows the driver's version")

    def disk(self):
        for place in (self.build, Path(tempfile.gettempdir())):
            there = next(folder for folder in (place.resolve(), *place.resolve().parents) if folder.exists())
            free = shutil.disk_usage(there).free / 1e9
            elsewhere = "" if place == self.build else "; or set TMPDIR to another place for temporary files"
            if free < WANTED_GIGABYTES:
                self.say("Disk", NOTE, f"{free:.1f} GB free at {place}",
                         f"free some space: a build takes about {WANTED_GIGABYTES} GB{elsewhere}")
            else:
                self.say("Disk", GOOD, f"{free:.0f} GB free at {place}")
        script = self.write("run", "#!/bin/sh\nexit 0\n")
        os.chmod(script, 0o700)
        if not run(script)[0]:
            self.say("Temporary files", NOTE, f"programs in {tempfile.gettempdir()} cannot be run",
                     "set TMPDIR to a folder on a disk that is not mounted with noexec")

    def memory(self):
        found = re.search(r"MemAvailable: *(\d+) kB", Path("/proc/meminfo").read_text(encoding="utf-8"))
        if found:
            free = int(found.group(1)) / 1e6
            little = free < WANTED_GIGABYTES
            self.say("Memory", NOTE if little else GOOD, f"{free:.1f} GB available",
                     "close other programs, or grade a class with --jobs 1" if little else "")


def is_too_old(capability):
    """Whether kernels are not compiled for a GPU of this compute capability, as nvidia-smi prints it."""
    return bool(re.fullmatch(r"\d+\.\d+", capability)) and float(capability) < OLDEST_CAPABILITY


def main(arguments):
    parser = argparse.ArgumentParser(prog="./course doctor", description="Try everything that grading needs")
    parser.add_argument("--build-dir", type=Path, default=Path("build/cpu"), help="a build folder (default: build/cuda or build/cpu)")
    options, _ = parser.parse_known_args(arguments)  # --device has chosen the build folder
    with tempfile.TemporaryDirectory() as folder:
        doctor = Doctor(options.build_dir, folder)
        for examine in (doctor.cmake, doctor.compiler, doctor.build_grader, doctor.ask_grader, doctor.gpu, doctor.disk,
                        doctor.memory):
            examine()
    print("\n" + ("This machine can grade.", "This machine can grade. It can do so without what is missing above.",
                  "This machine cannot grade yet.")[doctor.worst])
    return 3 if doctor.worst == BAD else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
