"""The command line, ``razz`` or ``python -m razz``: one module per command, imported when it is asked for.

A command module has ``add_parser(subparsers)``, which calls :func:`razz.cli.common.add_command`, and
``run(args) -> int``, which prints to standard output and returns the exit code.
"""

from __future__ import annotations

import argparse
import importlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

import razz
from razz.cli.common import Formatter, Parser, plain_streams
from razz.cli.typed import as_typed

#: The commands in the order in which ``razz --help`` lists them.
COMMANDS: tuple[str, ...] = (
    "eval",
    "odds",
    "equity",
    "range",
    "chart",
    "simulate",
    "compare",
    "replay",
    "convert",
    "stats",
    "play",
    "verify",
)

EXAMPLES = (
    "razz equity A23 456",
    "razz simulate --hands 1e6 --seats 6 --policy tight,loose",
    "razz play",
    "razz equity --help                # each command has examples of its own",
)


def build_parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """Return the parser of ``razz`` with the given commands; only their modules are imported."""
    parser = Parser(
        prog="razz",
        description="Razz: seven-card stud, played for low.",
        epilog="\n".join(["examples:", *(f"  {line}" for line in EXAMPLES)]),
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="version", version=f"razz {razz.__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="command", required=True)
    for name in commands:
        module = importlib.import_module(f"razz.cli.{name}")
        module.add_parser(subparsers)
        subparsers.choices[name].set_defaults(run=module.run, parser=subparsers.choices[name])
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after ``razz``; ``sys.argv[1:]`` by default.

    Returns
    -------
    int
        0 for success, 1 when something that the command needs is not installed or a check failed, 2 for bad input,
        130 after Ctrl-C, 141 when the reader of the output went away, 143 after SIGTERM.

    Examples
    --------
    >>> from razz.cli import main
    >>> main(["--version"])
    razz ...
    0
    """
    words = list(sys.argv[1:] if argv is None else argv)
    named = [word for word in words[:1] if word in COMMANDS]
    prog = " ".join(["razz", *named])
    with plain_streams():
        try:
            with _termination() as terminated:
                try:
                    code = _run(words, named or COMMANDS)
                    sys.stdout.flush()
                except KeyboardInterrupt:
                    code = 130
                return 143 if code == 130 and terminated() else code
        except BrokenPipeError:
            return 141
        except ModuleNotFoundError as missing:
            return _fail(prog, missing, 1)
        except (razz.RazzError, ValueError, TypeError, OSError) as fault:
            return _fail(prog, fault, 2)
        finally:
            _give_up_what_cannot_be_written()


@contextmanager
def _termination() -> Iterator[Callable[[], bool]]:
    """Answer SIGTERM as Ctrl-C is answered: a long run keeps and prints what it has. The function says if it came."""
    came: list[int] = []

    def stop(number: int, _frame: object) -> None:
        came.append(number)
        raise KeyboardInterrupt

    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    if ours:
        signal.signal(signal.SIGTERM, stop)
    try:
        yield lambda: bool(came)
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _run(words: Sequence[str], commands: Sequence[str]) -> int:
    if "_ARGCOMPLETE" in os.environ:  # the shell asks what could come next
        import argcomplete

        argcomplete.autocomplete(build_parser())
    try:
        args, left = build_parser(commands).parse_known_args(words, argparse.Namespace(words=words))
        if left:  # the command's own parser says it, with the command's name
            parser = args.parser if words[0] in commands else build_parser(())
            parser.error(f"unrecognized arguments: {' '.join(left)}")
    except SystemExit as done:  # --help, --version, or words that do not parse
        return done.code if isinstance(done.code, int) else 0
    code: int = args.run(args)
    return code


def _fail(prog: str, fault: Exception, code: int) -> int:
    if isinstance(fault, OSError) and fault.filename is not None:
        text = f"{os.fsdecode(fault.filename) or repr('')}: {fault.strerror}"
    else:
        said = fault.strerror if isinstance(fault, OSError) and fault.strerror else str(fault)
        text = as_typed(said, prog.removeprefix("razz "))
    with suppress(OSError):  # standard error may be full or have gone away, too
        print(f"{prog}: error: {' '.join(text.split())}", file=sys.stderr)
    return code


def _give_up_what_cannot_be_written() -> None:
    """Keep the interpreter from trying again at exit, with a message and an exit code of its own."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if not stream.closed:
                stream.flush()
        except OSError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
