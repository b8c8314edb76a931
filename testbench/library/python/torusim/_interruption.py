"""Long calls of the library that ctrl-C can end."""

import threading
from collections.abc import Callable
from typing import Any


class Interruption:
    """Runs a call in a new thread. The caller's thread waits, and receives KeyboardInterrupt.

    In a callback the exception could be raised outside of any `try`, and be lost. The callbacks of the call read `wanted`.
    """

    def __init__(self) -> None:
        self.wanted = False

    def during(self, function: Callable[[], Any]) -> Any:
        result: list[Any] = []
        raised: list[BaseException] = []

        def work() -> None:
            try:
                result.append(function())
            except BaseException as exception:  # pylint: disable=broad-except
                raised.append(exception)
            finally:
                finished.set()

        # Not join(): an interrupted join() treats the thread as finished.
        finished = threading.Event()
        threading.Thread(target=work, name="torusim").start()
        interrupt: BaseException | None = None
        while not finished.is_set():
            try:
                finished.wait()
            except KeyboardInterrupt as exception:
                self.wanted, interrupt = True, exception
        if interrupt is not None:
            raise interrupt
        if raised:
            raise raised[0]
        return result[0]
