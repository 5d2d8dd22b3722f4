"""Runs commands, and reads what programs of regtt-cc log of their calls
(runtime/include/regtt/rt/host/log.h). What is run, and what becomes of the
figures, is for those who import this.
"""
import os
import re
import signal
import statistics
import subprocess
import sys

TIMES = ("kernel_ms", "transfer_ms", "linearise_ms", "total_ms")


class Failed(Exception):
    """A command that ended with an error, or a log that is not as expected."""


def attempt(command, timeout=None, **environment):
    """Runs a command with some more of an environment; raises Failed."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(words, env={**os.environ, **environment},
                              capture_output=True, text=True, check=False,
                              timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(words)} took longer than {timeout:g} s"
                     ) from None
    except OSError as error:
        raise Failed(f"{words[0]}: {error.strerror}") from None
    if done.returncode != 0:
        how = (f"exit code {done.returncode}" if done.returncode > 0 else
               signal.Signals(-done.returncode).name)
        raise Failed(f"{' '.join(words)} ended with {how}\n{done.stderr}")
    return done


def run(command, **environment):
    """As attempt, but a failure ends the program."""
    try:
        return attempt(command, **environment)
    except Failed as failure:
        sys.exit(f"bench: error: {failure}")


def calls(log):
    """The calls in a log, as dictionaries."""
    for line in log.splitlines():
        if " target=" in line:
            found = dict(re.findall(r"(\w+)=(\"[^\"]*\"|\S+)", line))
            if "queries" in found:
                yield found


def medians(lines, rounds):
    """Of the calls of one traversal the median of each time over all rounds but
    the first; several calls in a round are added up."""
    calls_a_round, rest = divmod(len(lines), rounds)
    if rest or not calls_a_round:
        raise Failed(f"{len(lines)} calls in {rounds} rounds")
    sums = [{key: sum(float(line[key]) for line in
                      lines[at:at + calls_a_round]) for key in TIMES}
            for at in range(0, len(lines), calls_a_round)]
    return {key: statistics.median(each[key] for each in sums[1:] or sums)
            for key in TIMES}


def serial_milliseconds(log):
    """What a sample says that its annotated loop took."""
    found = re.search(r"^traversal +([0-9.]+) ms", log, re.MULTILINE)
    if not found:
        raise Failed(f"the program says no time of its loop\n{log}")
    return float(found[1])
