"""Runs of algorithms and schedules."""

import ctypes
import html
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _library
from ._interruption import Interruption
from ._library import call

if TYPE_CHECKING:
    import numpy

_COLUMNS = {
    "phases": ("start", "end", "messages", "blocks", "max_blocks", "flit_hops"),
    "transfers": ("phase", "source", "destination", "class", "blocks", "flits", "hops", "started", "injected", "head_out",
                  "tail_out"),
}


class Result:
    """What a run came to. Times in cycles; -1 where something did not happen."""

    def __init__(self, own: int) -> None:
        self._own = own

    def __del__(self) -> None:
        call("result_destroy", self._own)

    def __repr__(self) -> str:
        return f"<torusim.Result: {self.verdict}, {self.cycles} cycles, {self.messages} messages>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.summary)}</pre>"

    def __getattr__(self, name: str) -> int:
        """cycles, messages, signals, flit_hops, delivered_blocks, total_blocks, repeated_blocks, predicted (cycles by the
        closed form, -1: none), nodes."""
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return call("result_number", self._own, name.encode())
        except _library.InputError as error:
            raise AttributeError(str(error)) from None

    @property
    def verdict(self) -> str:
        """"verified", "failed", "deadlock", "limit" or "interrupted"."""
        return call("result_verdict", self._own).decode()

    @property
    def findings(self) -> list[str]:
        """Why it is not verified, one sentence each."""
        return call("result_findings", self._own).decode().splitlines()

    @property
    def summary(self) -> str:
        """What `torusim run` prints."""
        return call("result_summary", self._own).decode()

    @property
    def hash(self) -> int:
        """Over (flit, node, cycle) of every ejection: equal hashes are equal runs."""
        return call("result_hash", self._own)

    def column(self, table: str, column: str) -> "numpy.ndarray":
        """A column of the table "phases" or "transfers", int64, as long as the table.

        >>> run("direct", "torus:4x4").column("transfers", "hops").max()
        4
        """
        import numpy

        rows = ctypes.c_size_t()
        values = call("result_column", self._own, table.encode(), column.encode(), ctypes.byref(rows))
        return numpy.ctypeslib.as_array(values, (rows.value,)).copy()

    def _table(self, table: str) -> "dict[str, numpy.ndarray]":
        return {column: self.column(table, column) for column in _COLUMNS[table]}

    @property
    def phases(self) -> "dict[str, numpy.ndarray]":
        """A row for each phase: start, end, messages, blocks, max_blocks, flit_hops."""
        return self._table("phases")

    @property
    def transfers(self) -> "dict[str, numpy.ndarray]":
        """A row for each message: phase, source, destination, class, blocks, flits, hops, started, injected, head_out,
        tail_out."""
        return self._table("transfers")

    @property
    def phase_names(self) -> list[str]:
        count = call("result_number", self._own, b"phases")
        return [call("result_phase_name", self._own, i).decode() for i in range(count)]

    def to_pandas(self, table: str = "transfers") -> Any:
        """The table as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self._table(table))


def run(algorithm: str | None = None, topology: str = "", *, schedule: str | None = None,
        progress: Callable[[int, int, int], Any] | None = None, **options: Any) -> Result:
    """Runs an algorithm on a topology, a schedule file, or the text of a schedule (see `schedule_text`).

    `options` are those of `torusim run`, with _ for -: block, startup, sync, alpha, set={"rule": "A"}, threads, rtl ..
    `progress(delivered, total, cycle)` is called now and then, in a thread of the run. Ctrl-C interrupts the run. Raises UsageError and
    InputError; a run that is not verified is a result.

    >>> run("t4", "torus:8x8", block=16).verdict
    'verified'
    """
    raised: list[BaseException] = []
    interruption = Interruption()

    def watch(_: Any, delivered: int, total: int, cycle: int) -> int:
        try:
            if progress is not None:
                progress(delivered, total, cycle)
        except BaseException as exception:  # pylint: disable=broad-except
            raised.append(exception)
        return 1 if raised or interruption.wanted else 0

    words = " ".join(word for word in (algorithm, _library.options_text(topology, options)) if word)
    text = None if schedule is None else schedule.encode()
    result = Result(interruption.during(lambda: call("run", words.encode(), text, _library.Progress(watch), None)))
    if raised:
        raise raised[0]
    return result
