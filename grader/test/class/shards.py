"""Grades a class in shards that Slurm starts, and compares everything with what one run makes of it."""

import contextlib
import os
import re
import shlex
import shutil
import socket
import subprocess
import time

SHARDS = 3

# Slurm on this machine alone, with all its files in a folder. It trusts every user of the machine: for tests alone.
CONFIGURATION = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
AuthInfo=cred_expire=5
CredType=cred/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
MailProg=/bin/true
SlurmctldPort={ports[0]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
NodeName=kw0 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[1]} CPUs=1 State=UNKNOWN
NodeName=kw1 NodeHostname={host} NodeAddr=127.0.0.1 Port={ports[2]} CPUs=1 State=UNKNOWN
PartitionName=debug Nodes=ALL Default=YES State=UP
"""


def wait_for(condition, seconds=300):
    """Whether it has come true before that: the machine may have other work."""
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def output_of(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False, timeout=20)
    return done.stdout


def count_results(output):
    return len(list((output / "results").glob("*.json")))


def what_slurm_lacks():
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    for program in ("slurmctld", "slurmd", "sbatch", "squeue"):
        if not shutil.which(program):
            return f"{program} is not installed (Debian's packages slurmctld, slurmd and slurm-client)"
    return "" if os.getuid() == 0 else "only root can start Slurm without its service for credentials"


@contextlib.contextmanager
def slurm(folder):
    """Slurm with two machines of one processor each."""
    (folder / "state").mkdir(parents=True)
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(socket.socket()) for _ in range(3)]
        for listener in listeners:
            listener.bind(("127.0.0.1", 0))
        ports = [listener.getsockname()[1] for listener in listeners]
    host = socket.gethostname().partition(".")[0]
    (folder / "slurm.conf").write_text(CONFIGURATION.format(host=host, folder=folder, ports=ports), encoding="utf-8")
    os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
    programs = [["slurmctld", "-D"]]
    for node in ("kw0", "kw1"):
        (folder / f"spool-{node}").mkdir()
        programs.append(["slurmd", "-D", "-N", node])
    nothing = subprocess.DEVNULL
    daemons = [subprocess.Popen(program, stdin=nothing, stdout=nothing, stderr=nothing) for program in programs]
    try:
        if not wait_for(lambda: output_of("sinfo", "--noheader", "--format=%T %D").startswith("idle 2"), 30):
            raise RuntimeError("Slurm does not start:\n" + (folder / "slurmctld.log").read_text(encoding="utf-8"))
        yield
        output_of("scancel", "--user=root")
        wait_for(lambda: not output_of("squeue", "--noheader"), 20)
    finally:
        for daemon in reversed(daemons):
            daemon.kill()
            daemon.wait()


def gradebook(run, file, names):
    """Its lines about these submissions. When each was graded is in class.csv alone, and differs in any two runs."""
    text = (run / "results" / "forms" / file).read_text(encoding="utf-8")
    lines = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "(time)", text).splitlines()
    return [line for line in lines if line == lines[0] or any(name in line for name in names)]


def check(trial, output, complain):
    """A job array, of which one task is stopped and queued again, and one is cancelled. A run then grades what is missing,
    of which there must be some, and makes gradebooks that are those of a single run, byte for byte."""
    def expect(text, words):
        if words not in text:
            complain(f'"{words}" is not in what was printed:\n{text}')

    # A shard needs the seed that `--prepare` writes, and what it builds.
    expect(trial.grade(output, "--shard", f"1/{SHARDS}", code=2), "run the same command with --prepare")
    trial.grade(output, "--prepare")
    if count_results(output):
        complain(f"--prepare has graded {count_results(output)} submissions")
    folder = output.with_name("slurm_itself")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    # As docs/pages/grading_safely.md has it.
    script = folder / "array.sh"
    script.write_text(f"#!/bin/sh\nexec {shlex.join(trial.command(output))} --jobs 1 "
                      f'--shard "$SLURM_ARRAY_TASK_ID/{SHARDS}"\n', encoding="utf-8")
    with slurm(folder):
        job = output_of("sbatch", "--parsable", f"--array=1-{SHARDS}", "--requeue",
                        f"--output={folder}/task-%a.log", script).split(";")[0].strip()
        wait_for(lambda: count_results(output) > 0)
        output_of("scontrol", "requeue", f"{job}_1")
        output_of("scancel", f"{job}_3")
        if not wait_for(lambda: not output_of("squeue", "--noheader"), 900):
            complain("the array does not end")
        expect(output_of("scontrol", "show", "job", f"{job}_1"), "Restarts=1")
        for number in (1, 2):
            expect((folder / f"task-{number}.log").read_text(encoding="utf-8"),
                   "Once all shards are graded, run the same command without --shard")
        idle = [node for node in ("kw0", "kw1") if "Launching batch job" not in
                (folder / f"slurmd-{node}.log").read_text(encoding="utf-8")]
        if idle:
            complain(f"{idle} took no tasks")
    names = [one.name.partition(".")[0] for one in trial.source.iterdir()]
    there = count_results(output)
    if there in (0, len(names)):
        complain(f"the shards have graded {there} of {len(names)} submissions")
    left = len(names) - there
    expect(trial.grade(output, "--form", "canvas,csv"),
           f"{left} submission{'' if left == 1 else 's'} graded, {there} kept from before")
    output_of(trial.options.grader, "report", trial.first / "results", "--form", "canvas,csv")
    for file in ("canvas.csv", "class.csv"):
        if gradebook(trial.first, file, names) != gradebook(output, file, names):
            complain(f"{file} is not the one of a single run")
