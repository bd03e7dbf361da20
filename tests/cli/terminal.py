"""A pseudo-terminal in which a command runs, as a person has it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

PATIENCE = 60
"""Seconds after which a command that does not answer is given up."""


class Terminal:
    """A person's end of a pseudo-terminal in which the command runs."""

    def __init__(self, *words: str) -> None:
        import pty

        self.master, slave = pty.openpty()
        command = [sys.executable, "-m", "razz", *words]
        env = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True, close_fds=True
        )
        os.close(slave)
        self.seen = ""
        self.read_to = 0

    def wait_for(self, text: str) -> str:
        """What has been shown since the last wait, up to a text."""
        until = time.monotonic() + PATIENCE
        while (place := self.seen.find(text, self.read_to)) < 0:
            ready, _, _ = select.select([self.master], [], [], max(0.0, until - time.monotonic()))
            assert ready, f"{text!r} did not come; seen: {self.seen[self.read_to :]!r}"
            try:
                self.seen += os.read(self.master, 65536).decode()
            except OSError:  # the other end is closed
                raise AssertionError(f"ended without {text!r}: {self.seen[self.read_to :]!r}") from None
        shown = self.seen[self.read_to : place + len(text)]
        self.read_to = place + len(text)
        return shown

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        try:
            return self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            os.close(self.master)
