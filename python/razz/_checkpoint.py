"""A file that holds what a long run has so far: written whole or not at all, refused when damaged or of another job."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from razz._arguments import path_of
from razz._razz import __version__
from razz.summary import Summary

try:
    import fcntl
except ImportError:  # not POSIX: only the runs of one process are kept apart
    fcntl = None  # type: ignore[assignment]

MAGIC = b"RAZZCHK"
VERSION = 1
"""After the two: the SHA-256 of the rest, the length of the head (four bytes, little end first), the head as JSON, the
bytes of the summary."""

_in_use: set[tuple[int, Path]] = set()


class Checkpoint:
    """The file of a run, kept to itself from `__enter__` to `__exit__`.

    Parameters
    ----------
    path : str or path-like
        The file; its folder has to exist. Beside it are, while the run lasts, a lock (``.lock`` at the end of the name)
        and the next state until it is complete (``.tmp``).
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        try:
            self.path: Path = Path(
                path_of(path, "checkpoint")
            ).resolve()  # where it is a link, the file behind it is replaced
        except RuntimeError:  # as Python before 3.13 says it
            raise OSError(errno.ELOOP, f"checkpoint {os.fspath(path)}: a link that leads to itself") from None
        self._lock: IO[bytes] | None = None

    def __enter__(self) -> Checkpoint:
        """Take the file: an error where a run has it already, or where nothing can be written."""
        key = (os.getpid(), self.path)
        if key in _in_use:
            raise self._fault("another run of this process uses it")
        if self.path.is_dir():
            raise self._fault("a folder, expected a file")
        if self.path.exists() and not self.path.is_file():
            raise self._fault("a device or pipe, expected a file")
        try:
            self._lock = self._locked()
        except OSError as error:
            text = f"checkpoint {self.path}: cannot be written: {error.strerror}"
            raise OSError(error.errno, text) from None
        _in_use.add(key)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the file."""
        if self._lock is not None:
            # Removed while it is still locked: see _locked.
            self._beside(".lock").unlink(missing_ok=True)
            self._lock.close()
        _in_use.discard((os.getpid(), self.path))

    def load(self, nothing: Summary) -> Summary:
        """What the file holds of the job of `nothing`, a summary without hands; that one where there is no file."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return nothing
        try:
            found = read(data)
        except ValueError as error:
            raise self._fault(str(error)) from None
        if found.fingerprint != nothing.fingerprint:
            raise self._fault(f"of another job: {differences(found.job or {}, nothing.job or {})}")
        return nothing + found

    def save(self, summary: Summary) -> None:
        """Replace what the file holds, in one step: a crash leaves what was there or what is to be there."""
        head = {"razz": __version__, "fingerprint": summary.fingerprint, "covered": summary._sums.covered}
        words = json.dumps(head).encode()
        body = len(words).to_bytes(4, "little") + words + summary.to_bytes()
        new = self._beside(".tmp")
        with new.open("wb") as file:
            file.write(MAGIC + bytes([VERSION]) + hashlib.sha256(body).digest() + body)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self.path)
        if os.name == "posix":  # the new name lasts when its folder is on the disk, too
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _locked(self) -> IO[bytes]:
        # A lock on a record, which ends with this process; one by flock would live on in the workers that it forked.
        name = self._beside(".lock")
        while True:
            lock = name.open("ab")
            try:
                if fcntl is None:
                    return lock
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Whoever had it before may have removed it since it was opened: that would lock a file of no name.
                if os.path.samestat(os.fstat(lock.fileno()), name.stat()):
                    return lock
            except FileNotFoundError:
                pass
            except OSError as error:
                lock.close()
                if error.errno in (errno.EAGAIN, errno.EACCES):
                    raise self._fault("another process uses it") from None
                raise
            lock.close()

    def _beside(self, ending: str) -> Path:
        return self.path.with_name(self.path.name + ending)

    def _fault(self, text: str) -> ValueError:
        return ValueError(f"checkpoint {self.path}: {text}")


def seed_of(path: str | os.PathLike[str]) -> int | None:
    """The seed of the job in a checkpoint; None where there is no file, or none of a checkpoint."""
    file = Path(path_of(path, "checkpoint"))
    try:
        return read(file.read_bytes()).seed if file.is_file() else None
    except (OSError, ValueError):
        return None  # the run says what is wrong with it


def read(data: bytes) -> Summary:
    """The summary in the bytes of a checkpoint.

    Raises
    ------
    ValueError
        Bytes of something else, of a version that this release does not read, or damaged.
    """
    if not data.startswith(MAGIC):
        raise ValueError("no checkpoint of a run")
    start = len(MAGIC) + 1
    if data[start - 1 : start] not in (b"", bytes([VERSION])):
        raise ValueError(f"format version {data[start - 1]}, this release reads {VERSION}")
    checksum, body = data[start : start + 32], data[start + 32 :]
    if hashlib.sha256(body).digest() != checksum:
        raise ValueError("damaged or cut short")
    return Summary.from_bytes(body[4 + int.from_bytes(body[:4], "little") :])


def differences(found: dict[str, Any], expected: dict[str, Any]) -> str:
    """The fields in which two jobs differ, with what each says."""
    one, other = _flat(found), _flat(expected)
    names = [name for name in {**other, **one} if one.get(name) != other.get(name)]
    return "; ".join(f"{name} {json.dumps(one.get(name))}, expected {json.dumps(other.get(name))}" for name in names)


def _flat(job: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The fields of a job by name, those within another after its name and a dot."""
    fields: dict[str, Any] = {}
    for name, value in job.items():
        fields |= _flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name: value}
    return fields
