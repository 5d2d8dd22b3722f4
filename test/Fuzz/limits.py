"""Runs a command under limits: of time, of memory and of what it writes."""

import os
import signal
import subprocess
import tempfile

from .compilers import Result

# What a command may write into one file, standard output included.
_MEBIBYTES_WRITTEN = 256

_SHELL = ('ulimit -c 0; ulimit -f "$1"; if [ "$2" != 0 ]; then ulimit -v "$2"; '
          'fi; shift 2; exec "$@"')


def run(command, seconds, mebibytes=0, env=None):
    """The result of `command`; `mebibytes` is what each of its processes may
    map, 0 for no limit. Where the time is up, it and what it has started get
    SIGABRT, on which regtt-cc says where it is."""
    words = ["bash", "-c", _SHELL, "bash", str(_MEBIBYTES_WRITTEN * 1024),
             str(mebibytes * 1024), *command]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, \
            subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out,
                             stderr=err, env={**os.environ, **(env or {})},
                             start_new_session=True) as process:
        timed_out = False
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
            _signal(process, signal.SIGABRT)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                pass
        _signal(process, signal.SIGKILL)
        code = process.wait()
        out.seek(0)
        err.seek(0)
        return Result(code, out.read(), err.read().decode(errors="replace"),
                      timed_out)


def _signal(process, number):
    """To the command and all that it has started, as far as it is there."""
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass
