"""A Python kernel as a notebook uses it, without a page."""

import ast
from typing import Any, Self

from jupyter_client.manager import start_new_kernel

_PATIENCE = 120


class Kernel:
    """Runs cells, each under its id, as JupyterLab does."""

    def __enter__(self) -> Self:
        self._manager, self._client = start_new_kernel(extra_arguments=["--log-level=ERROR"])
        return self

    def __exit__(self, *_: object) -> None:
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)

    def run(self, code: str, cell: str = "") -> dict[str, Any]:
        """Run a cell to its end, and return what the kernel says of it."""
        return self.reply(self.send(code, cell))

    def send(self, code: str, cell: str = "", value: str = "None") -> str:
        """Ask for a cell to be run, and for the value of an expression after it."""
        content = {
            "code": code,
            "silent": False,
            "store_history": True,
            "user_expressions": {"value": value},
            "allow_stdin": False,
            "stop_on_error": False,
        }
        message = self._client.session.msg(
            "execute_request", content, metadata={"cellId": cell} if cell else {}
        )
        self._client.shell_channel.send(message)
        return str(message["header"]["msg_id"])

    def reply(self, request: str) -> dict[str, Any]:
        """Wait until a cell has been run."""
        while True:
            message = self._client.get_shell_msg(timeout=_PATIENCE)
            if message["parent_header"].get("msg_id") == request:
                return dict(message["content"])

    def value(self, expression: str) -> Any:
        """Return the value of an expression of literals."""
        found = self.reply(self.send("", value=expression))["user_expressions"]["value"]
        if found["status"] != "ok":
            raise RuntimeError(found["evalue"])
        return ast.literal_eval(found["data"]["text/plain"])

    def becomes(self, expression: str, value: object) -> None:
        """Wait until an expression has a value; the kernel does other work in between."""
        for _ in range(10 * _PATIENCE):
            if self.value(expression) == value:
                return
            self.run("import asyncio; await asyncio.sleep(0.05)")
        raise TimeoutError(expression)

    def prints(self, request: str) -> None:
        """Wait until a cell has printed something: it is being run."""
        while True:
            message = self._client.get_iopub_msg(timeout=_PATIENCE)
            mine = message["parent_header"].get("msg_id") == request
            if mine and message["msg_type"] == "stream":
                return

    def interrupt(self) -> None:
        """Do what the button with the square does."""
        self._manager.interrupt_kernel()
