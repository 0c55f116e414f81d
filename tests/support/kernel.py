"""A Jupyter kernel for Python without a page."""

import ast
from typing import Any, Self

from jupyter_client.manager import start_new_kernel

_TIMEOUT = 120


class Kernel:
    """Runs cells, each with an id, as JupyterLab does."""

    def __enter__(self) -> Self:
        self._manager, self._client = start_new_kernel(extra_arguments=["--log-level=ERROR"])
        return self

    def __exit__(self, *_: object) -> None:
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)

    def run(self, code: str, cell: str = "") -> dict[str, Any]:
        """Run a cell to its end and return the kernel's reply."""
        return self.reply(self.send(code, cell))

    def send(self, code: str, cell: str = "", value: str = "None") -> str:
        """Send a request to run a cell and then evaluate an expression; return its id."""
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
        """Wait for the reply to a request and return it."""
        while True:
            message = self._client.get_shell_msg(timeout=_TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                return dict(message["content"])

    def value(self, expression: str) -> Any:
        """Return the value of an expression, which must be a literal."""
        result = self.reply(self.send("", value=expression))["user_expressions"]["value"]
        if result["status"] != "ok":
            raise RuntimeError(result["evalue"])
        return ast.literal_eval(result["data"]["text/plain"])

    def wait_for_value(self, expression: str, value: object) -> None:
        """Wait until an expression has a value; the kernel's event loop runs in between."""
        for _ in range(10 * _TIMEOUT):
            if self.value(expression) == value:
                return
            self.run("import asyncio; await asyncio.sleep(0.05)")
        raise TimeoutError(expression)

    def wait_for_output(self, request: str) -> None:
        """Wait until a cell prints something, which shows that it is running."""
        while True:
            message = self._client.get_iopub_msg(timeout=_TIMEOUT)
            is_reply = message["parent_header"].get("msg_id") == request
            if is_reply and message["msg_type"] == "stream":
                return

    def interrupt(self) -> None:
        """Interrupt the kernel, as the Stop button does."""
        self._manager.interrupt_kernel()
