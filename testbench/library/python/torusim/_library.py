"""The functions of torusim.h. ctypes releases the interpreter lock while one of them runs."""

import ctypes
import numbers
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any


class Error(Exception):
    """An error of torusim; its text has the problem and the nearest valid value."""


class UsageError(Error):
    """Options that contradict each other or do not exist."""


class InputError(Error):
    """An argument, shape or schedule that is not acceptable, or a flit that arrived wrong."""


class WouldBlock(Error):
    """The node has as many waiting messages as `max_waiting` allows."""


class Interrupted(Error):
    """The caller has ended the command; ctrl-C raises KeyboardInterrupt in its place."""


class InternalError(Error):
    """An error of torusim itself."""


CLASSES = {-2: UsageError, -3: InputError, -4: MemoryError, -5: WouldBlock, -7: Interrupted}


class Message(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("source", c_int32), ("destination", c_int32), ("flits", c_int64),
                ("earliest", c_int64), ("message_class", c_int32), ("tag", c_int32), ("injection_channel", c_int32),
                ("ejection_channel", c_int32), ("route", c_char_p), ("user", c_uint64)]


class Event(ctypes.Structure):
    _fields_ = [("id", c_int64), ("cycle", c_int64), ("injected", c_int64), ("flits", c_int64), ("source", c_int32),
                ("destination", c_int32), ("message_class", c_int32), ("tag", c_int32), ("user", c_uint64)]


Listener = ctypes.CFUNCTYPE(None, c_void_p, POINTER(Event))
Pause = ctypes.CFUNCTYPE(c_int, c_void_p)
Progress = ctypes.CFUNCTYPE(c_int, c_void_p, c_int64, c_int64, c_int64)

_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "version": (c_char_p, []),
    "error": (c_char_p, []),
    "error_code": (c_int, []),
    "create": (c_void_p, [c_char_p]),
    "destroy": (None, [c_void_p]),
    "nodes": (c_int32, [c_void_p]),
    "classes": (c_int32, [c_void_p]),
    "alpha": (c_int32, [c_void_p]),
    "lanes": (c_int32, [c_void_p]),
    "link_delay": (c_int32, [c_void_p]),
    "send": (c_int64, [c_void_p, POINTER(Message)]),
    "set_max_waiting": (c_int, [c_void_p, c_int64]),
    "waiting": (c_int64, [c_void_p, c_int32]),
    "on_delivered": (c_int, [c_void_p, Listener, c_void_p]),
    "on_left": (c_int, [c_void_p, Listener, c_void_p]),
    "on_pause": (c_int, [c_void_p, Pause, c_void_p]),
    "advance": (c_int, [c_void_p, c_int64, c_int]),
    "stop": (c_int, [c_void_p]),
    "deliveries": (c_size_t, [c_void_p, POINTER(Event), c_size_t]),
    "now": (c_int64, [c_void_p]),
    "next_event": (c_int64, [c_void_p]),
    "in_flight": (c_int64, [c_void_p]),
    "flit_hops": (c_int64, [c_void_p]),
    "explain_deadlock": (c_char_p, [c_void_p]),
    "finish": (c_int, [c_void_p]),
    "hash": (c_uint64, [c_void_p]),
    "run": (c_void_p, [c_char_p, c_char_p, Progress, c_void_p]),
    "run_with_links": (c_void_p, [c_char_p, c_char_p, Progress, c_void_p]),
    "result_destroy": (None, [c_void_p]),
    "result_verdict": (c_char_p, [c_void_p]),
    "result_findings": (c_char_p, [c_void_p]),
    "result_summary": (c_char_p, [c_void_p]),
    "result_hash": (c_uint64, [c_void_p]),
    "result_number": (c_int64, [c_void_p, c_char_p]),
    "result_value": (c_double, [c_void_p, c_char_p]),
    "command": (c_char_p, [c_char_p, Pause, c_void_p]),
    "result_column": (POINTER(c_int64), [c_void_p, c_char_p, c_char_p, POINTER(c_size_t)]),
    "result_phase_name": (c_char_p, [c_void_p, c_size_t]),
    "result_topology": (c_char_p, [c_void_p]),
    "result_port_name": (c_char_p, [c_void_p, c_size_t]),
}


def _load() -> ctypes.CDLL:
    """Loads the library that the variable TORUSIM_LIBRARY names, else the one of the wheel, else the installed one."""
    inside = os.path.join(os.path.dirname(__file__), "libtorusim.so")
    library = ctypes.CDLL(os.environ.get("TORUSIM_LIBRARY", inside if os.path.exists(inside) else "libtorusim.so.0.1"))
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, "torusim_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def check(kind: Any, value: Any) -> None:
    """Refuses values that the call would change: ctypes truncates numbers, and C ends a text at its first NUL."""
    if kind in (c_int, c_int32, c_int64) and kind(value).value != value:
        raise InputError(f"{value} is not a whole number of {8 * ctypes.sizeof(kind)} bits")
    if kind is c_char_p and value is not None and b"\0" in value:
        raise InputError(f"a text with NUL at {value.index(0)}")


def call(name: str, *arguments: Any) -> Any:
    """Calls a function of torusim.h. Raises the error of a negative code, and for null the latest error."""
    restype, kinds = _FUNCTIONS[name]
    for kind, argument in zip(kinds, arguments):
        check(kind, argument)
    result = getattr(_library, "torusim_" + name)(*arguments)
    if restype in (c_void_p, c_char_p) and result is None or restype is POINTER(c_int64) and not result:
        raise_error(_library.torusim_error_code())
    if restype in (c_int, c_int32, c_int64) and result < -1:
        raise_error(result)
    return result


def is_alive(network: Any) -> bool:
    """Whether the handle of a network is not destroyed."""
    return _library.torusim_nodes(network) > 0


def raise_error(code: int) -> None:
    raise CLASSES.get(code, InternalError)(_library.torusim_error().decode())


def version() -> str:
    return _library.torusim_version().decode()


def encoded(name: str, text: Any) -> bytes:
    """`text` as the library reads it."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is a text, not {text!r} of type {type(text).__name__}")
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{name} {text!r}: {error.reason}") from None


def one_word(name: str, text: Any) -> str:
    """`text`, which the library reads as one word."""
    encoded(name, text)
    if not text or any(c.isspace() for c in text):
        raise UsageError(f"{name} {text!r}: no blanks are allowed, and no empty text")
    return text


def option_value(name: str, value: Any) -> str:
    """A value of an option as text. A dict is NAME=VALUE pairs, a list several values of an option of `curve`."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        value = [f"{key}={option_value(name, part)}" for key, part in value.items()]
    if isinstance(value, (list, tuple)):
        value = (";" if name in ("fail", "slow_node") else ",").join(option_value(name, part) for part in value)
    if not isinstance(value, (str, numbers.Number)):
        raise TypeError(f"{name} = {value!r}: an option is a text, a number, True or False, not {type(value).__name__}")
    return str(value)


def options_text(topology: str, options: dict[str, Any]) -> str:
    """The text of options: `link_delay=2` is `--link-delay=2`; None is omitted."""
    words = [] if topology == "" else ["-t", one_word("topology", topology)]
    for name, value in options.items():
        if value is None:
            continue
        # Each pair of `set` is an option of its own, as on the command line.
        for each in [{key: part} for key, part in value.items()] if name == "set" and isinstance(value, dict) else [value]:
            words.append(f"--{one_word('option', name).replace('_', '-')}={one_word(name, option_value(name, each))}")
    return " ".join(words)
