"""What made regtt-cc fail by a fault of its own, in words that are the same for
every source that runs into it: an assertion's text, or where in the compiler it
crashed or went on without end."""

import re

_SAID = re.compile(
    r"Assertion [`'].*failed|Assertion failed:.*|LLVM ERROR: .*|UNREACHABLE .*|"
    r".*\[RTT2099\]|.*internal error.*|terminate called.*|"
    r"ERROR: AddressSanitizer: [\w-]+|runtime error: .*|"
    r"ERROR: LeakSanitizer")
# `#4 0x1234 name file:1:2`, or `4 module 0x1234 name + 12` where there is no
# llvm-symbolizer.
_FRAME = re.compile(r"^\s*#?\d+\s+(?:(\S+)\s+)?0x([0-9a-f]+)[ \t]*(?:in )?(.*)$",
                    re.M)
# What handles the crash, which is above what crashed.
_HANDLERS = re.compile(
    r"PrintStackTrace|RunSignalHandlers|SignalHandler|SignalsImpl|libc\.so|"
    r"__restore_rt|libpthread|\babort\b|\braise\b|assert_fail|__sanitizer|"
    r"__asan|__interceptor")
# A cause is the same with other names and numbers of the user's.
_NAMES = re.compile(r"^.*?: error: |[@%][\w.$]+|'[^']*'|\b\d+\b|0x[0-9a-f]+")


def cause(done, seconds):
    """The cause in a few lines, or None where regtt-cc did what it may: take the
    source, or refuse it by a message."""
    if done.timed_out:
        return f"no end after {seconds} s in\n" + _where(done.err, hangs=True)
    said = _SAID.search(done.err)
    if said and "Sanitizer" not in said[0] and "Assertion" not in said[0]:
        return _NAMES.sub("...", said[0])
    if said:
        return _NAMES.sub("...", said[0]) + "\n" + _where(done.err)
    if done.code < 0 or done.code not in (0, 1) or "Stack dump" in done.err:
        return f"exit code {done.code} in\n" + _where(done.err)
    if done.code == 1 and "error:" not in done.err:
        return "refused without a word"
    return None


def _where(text, hangs=False):
    """The frames that tell causes apart: the innermost ones, of a recursion
    without end all that take part, of what hangs the outermost."""
    frames = [f"{module} {_name(name) or '...' + address[-3:]}".strip()
              for module, address, name in _FRAME.findall(text)]
    # What handles the crash, if by nameless frames, was called by the C library.
    below = next((k for k, frame in enumerate(frames) if "libc.so" in frame), 0)
    while below < len(frames) and "libc.so" in frames[below]:
        below += 1
    frames = [frame for frame in frames[below:] if not _HANDLERS.search(frame)]
    if hangs:
        ours = [frame for frame in frames if "regtt" in frame] or frames
        return "\n".join(ours[::-1][:12])
    top = frames[4:64]
    if len(top) == 60 and len(set(top)) < 30:
        return "\n".join(["a recursion of", *sorted(set(top))[:8]])
    return "\n".join(frames[:4])


def _name(frame):
    """A frame's name, without what changes from run to run. Where it has none
    the last digits of its address, which do not, stand for it."""
    frame = re.sub(r"\s*(/\S*/)?(\S+\.(cpp|h|c|cc)):\d+:\d+$", r" \2", frame)
    frame = re.sub(r"(?<=.)\(\S*\+0x[0-9a-f]+\)$| \+ \d+$", "", frame)
    frame = re.sub(r"^\(/\S*/([\w.-]+\+0x[0-9a-f]+)\)$", r"\1", frame)
    return frame.strip()[:160]
