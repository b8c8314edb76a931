"""Torus router networks, simulated flit by flit, and collective algorithms on them.

>>> import torusim
>>> result = torusim.run("direct", "torus:4x4", block=4, startup=10)
>>> result.verdict, result.cycles
('verified', 450)

Units are cycles and flits; a message counts its head flit. Nodes are numbers, row-major, the last coordinate fastest.
Everything runs in the C library libtorusim; numpy is needed for tables, pandas only for `to_pandas()`. Plots are SVG.
"""

from ._library import Error, InputError, UsageError, WouldBlock, version
from .answers import Answer, Comparison, Curve, compare, curve, explain, info, traffic
from .network import FOREVER, Advanced, Event, Network
from .plot import Plot, plot_lines
from .result import Result, run
from .schedule import Transfer, schedule_text

__version__ = version()
__all__ = ["Advanced", "Answer", "Comparison", "Curve", "Error", "Event", "FOREVER", "InputError", "Network", "Plot", "Result",
           "Transfer", "UsageError", "WouldBlock", "compare", "curve", "explain", "info", "plot_lines", "run", "schedule_text",
           "traffic"]
