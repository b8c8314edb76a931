"""Runs of algorithms and schedules."""

import array
import ctypes
import html
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _library
from ._interruption import Interruption
from ._library import call
from .plot import Plot, dots, panels, row_width

if TYPE_CHECKING:
    import numpy

_COLUMNS = {
    "phases": ("start", "end", "messages", "blocks", "max_blocks", "flit_hops"),
    "transfers": ("phase", "source", "destination", "class", "blocks", "flits", "hops", "started", "injected", "head_out",
                  "tail_out", "injection_channel", "ejection_channel"),
    "links": ("node", "port", "to", "flits", "busy", "idle", "stalled_credit", "stalled_allocation",
              "stalled_preemption", "stalled_arbitration", "peak_occupancy"),
}


_NUMBERS = ("cycles", "messages", "signals", "flit_hops", "delivered_blocks", "total_blocks", "repeated_blocks", "nodes",
            "predicted")
_VALUES = ("time_ns", "size_bytes", "algbw_gbs", "busbw_gbs")


def _named(kind: str, all_of_them: dict[str, Any], name: str) -> Any:
    """The table or column of that name."""
    if not isinstance(name, str) or name not in all_of_them:
        raise _library.InputError(f"a result has no {kind} {name}; there are {', '.join(sorted(all_of_them))}")
    return all_of_them[name]


class Result:
    """The result of a run: plain values, which can be copied and pickled. Times in cycles; -1: the event did not happen.

    verdict: "verified", "failed", "deadlock", "limit" or "interrupted". findings: why the run is not verified, one sentence
    each. summary: the summary that `torusim run` prints. hash: hash over (flit, node, cycle) of every ejection; equal runs
    have equal hashes. topology: such as "torus:4x4". phase_names. port_names, with links: the channels that a node drives, to other
    nodes ("+x"), "ejection 0", .., "injection 0", .. Numbers: cycles, messages, signals, flit_hops,
    delivered_blocks, total_blocks, repeated_blocks, nodes, predicted (cycles by the closed form, -1: none). With `link`, or `clock`
    and `flit_bytes`: time_ns, size_bytes (the vector of a rank), algbw_gbs and busbw_gbs as collective benchmarks define them;
    else None, as for plain messages.
    """

    verdict: str
    findings: list[str]
    summary: str
    hash: int
    topology: str
    phase_names: list[str]
    port_names: list[str]
    cycles: int
    messages: int
    signals: int
    flit_hops: int
    delivered_blocks: int
    total_blocks: int
    repeated_blocks: int
    nodes: int
    predicted: int
    time_ns: float | None
    size_bytes: float | None
    algbw_gbs: float | None
    busbw_gbs: float | None

    def __init__(self, own: int, links: bool) -> None:
        """Reads and destroys a result of the library."""
        try:
            for name in ("verdict", "summary", "topology"):
                setattr(self, name, call("result_" + name, own).decode())
            self.findings = call("result_findings", own).decode().splitlines()
            self.hash = call("result_hash", own)
            for name in _NUMBERS:
                setattr(self, name, call("result_number", own, name.encode()))
            for name in _VALUES:
                value = call("result_value", own, name.encode())
                setattr(self, name, None if math.isnan(value) else value)
            phases = call("result_number", own, b"phases")
            self.phase_names = [call("result_phase_name", own, i).decode() for i in range(phases)]
            self._columns = {table: {name: self._read(own, table, name) for name in names} for table, names in _COLUMNS.items()
                             if links or table != "links"}
            ports = range(max(self._columns["links"]["port"]) + 1 if links else 0)
            self.port_names = [call("result_port_name", own, port).decode() for port in ports]
        finally:
            call("result_destroy", own)

    @staticmethod
    def _read(own: int, table: str, column: str) -> "array.array[int]":
        rows = ctypes.c_size_t()
        values = call("result_column", own, table.encode(), column.encode(), ctypes.byref(rows))
        return array.array("q", ctypes.string_at(values, rows.value * ctypes.sizeof(ctypes.c_int64)))

    def __repr__(self) -> str:
        return f"<torusim.Result: {self.verdict}, {self.cycles} cycles, {self.messages} messages>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.summary)}</pre>"

    def column(self, table: str, column: str) -> "numpy.ndarray":
        """A column of the table "phases", "transfers" or "links", int64, as long as the table.

        >>> run("direct", "torus:4x4").column("transfers", "hops").max()
        4
        """
        import numpy

        return numpy.array(self._values(table, column), dtype=numpy.int64)

    def _values(self, table: str, column: str) -> "array.array[int]":
        if table == "links" and table not in self._columns:
            raise _library.UsageError("links are not counted; run(.., links=True) counts them")
        return _named("column", _named("table", self._columns, table), column)

    def _table(self, table: str) -> "dict[str, numpy.ndarray]":
        return {column: self.column(table, column) for column in _named("table", _COLUMNS, table)}

    @property
    def phases(self) -> "dict[str, numpy.ndarray]":
        """A row for each phase: start, end, messages, blocks, max_blocks, flit_hops."""
        return self._table("phases")

    @property
    def transfers(self) -> "dict[str, numpy.ndarray]":
        """A row for each message: phase, source, destination, class, blocks, flits, hops, started, injected, head_out,
        tail_out, injection_channel, ejection_channel."""
        return self._table("transfers")

    @property
    def links(self) -> "dict[str, numpy.ndarray]":
        """A row for each directed channel of `run(.., links=True)`, as in links.csv: node, port (an index of `port_names`), to,
        flits, busy, idle, stalled_credit, stalled_allocation, stalled_preemption, stalled_arbitration, peak_occupancy."""
        return self._table("links")

    def plot_latency(self) -> Plot:
        """A dot for each message: its cycles in the network over the cycle of its delivery, coloured by phase."""
        columns = zip(*(self._values("transfers", name) for name in ("tail_out", "injected", "phase")))
        points = [(out, out - injected, phase) for out, injected, phase in columns if out >= 0 and injected >= 0]
        return dots(points, title=f"{self.topology}: latency of messages", x_label="cycle of delivery",
                    y_label="cycles in the network")

    def plot_links(self, column: str = "flits") -> Plot:
        """A map of the channels between nodes, after `run(.., links=True)`: a panel for each port, with a square for each node.
        A darker square has a larger value of `column`."""
        names, nodes = self.port_names, self.nodes
        table: dict[str, dict[int, float]] = {}
        for node, port, value in zip(*(self._values("links", name) for name in ("node", "port", column))):
            if not names[port].startswith(("injection", "ejection")):
                table.setdefault(names[port], {})[node] = value
        unit = {"flits": "flits", "peak_occupancy": "flits", "busy": "cycles", "idle": "cycles"}.get(column, "worm cycles")
        return panels(table, nodes, row_width(self.topology, nodes), title=f"{self.topology}: {column} of links", unit=unit)

    def to_pandas(self, table: str = "transfers") -> Any:
        """The table as a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self._table(table))


def run(algorithm: str | None = None, topology: str = "", *, schedule: str | None = None,
        progress: Callable[[int, int, int], Any] | None = None, links: bool = False, **options: Any) -> Result:
    """Runs an algorithm on a topology, a schedule file, or the text of a schedule (see `schedule_text`).

    `options` are those of `torusim run`, with _ for -: block, startup, sync, alpha, set={"rule": "A"}, threads, rtl ..
    `links=True` also counts the flits of each channel (`Result.links`, `Result.plot_links()`), in up to twice the time.
    `progress(delivered, total, cycle)` is called repeatedly, in a thread of the run. Ctrl-C interrupts the run. Raises UsageError and
    InputError; a run that is not verified has a result.

    >>> run("t4", "torus:8x8", block=16).verdict
    'verified'
    """
    raised: list[BaseException] = []
    interruption = Interruption()

    def watch(_: Any, delivered: int, total: int, cycle: int) -> int:
        try:
            if progress is not None and total > 0:  # 0: the schedule is being made
                progress(delivered, total, cycle)
        except BaseException as exception:  # pylint: disable=broad-except
            raised.append(exception)
        return 1 if raised or interruption.wanted else 0

    words = [] if algorithm is None else [_library.one_word("algorithm", algorithm)]
    words.append(_library.options_text(topology, options))
    text = None if schedule is None else _library.encoded("schedule", schedule)
    function = "run_with_links" if links else "run"
    result = interruption.during(lambda: Result(call(function, " ".join(words).encode(), text, _library.Progress(watch), None), links))
    if raised:
        raise raised[0]
    return result
