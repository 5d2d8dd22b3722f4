"""A run that may be cut into several: what earlier ones have saved, and when to
end. What is run, and which rows are gone on with, is for those who import this.
"""
import json
import os
import pathlib
import shlex
import time

from measure import Failed
from rows import read


def add_options(parser):
    """What every command that measures is asked in the same words."""
    parser.add_argument("--save", type=pathlib.Path, metavar="FILE",
                        help="write each row to FILE, a line of JSON")
    parser.add_argument("--resume", action="store_true",
                        help="add to FILE, and leave out what it has")
    parser.add_argument("--budget", type=float, metavar="SECONDS",
                        help="start nothing after that time")
    parser.add_argument("--timeout", type=float, default=120,
                        metavar="SECONDS", help="for each program (120)")


def without_folders(words, options):
    """A command line that says nothing of where things lie on this machine."""
    names = {options.directory: "DIR", getattr(options, "data", None): "DATA"}
    names = {pathlib.Path(folder).resolve(): name
             for folder, name in names.items() if folder}

    def said(word):
        option, sign, value = word.partition("=")
        if sign and option.startswith("--"):
            return option + sign + said(value)
        return names.get(pathlib.Path(word).resolve()) or (
            os.path.basename(word) if word.startswith("/") else word)

    return shlex.join(map(said, words))


class Progress:
    """From now on; raises Failed where the options do not go together."""

    def __init__(self, options, key):
        self.path = options.save
        self.end = time.monotonic() + (options.budget or float("inf"))
        self.rows = []  # that earlier runs have saved
        if options.resume and not self.path:
            raise Failed("--resume: --save says no file")
        if self.path and self.path.exists():
            if not options.resume:
                raise Failed(f"{self.path} is there already; --resume goes on "
                             "with it")
            self.rows = read(self.path, key)

    @property
    def is_spent(self):
        """Whether nothing more is to be started."""
        return self.seconds_left <= 0

    @property
    def seconds_left(self):
        return self.end - time.monotonic()

    def save(self, row):
        """Adds a row to the file, if there is one."""
        if self.path:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
