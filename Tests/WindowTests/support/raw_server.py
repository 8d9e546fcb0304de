"""A server that sends bytes without any protocol, such as TLS records without end."""

import asyncio
import threading


def record(kind, data):
    """RFC 8446, section 5.1: alerts are 21, handshakes 22, changes of the cipher 20."""
    return bytes([kind, 3, 3]) + len(data).to_bytes(2, "big") + data


class RawServer:
    """Sends `beginning` after the first bytes received, and then `piece` repeatedly until the client hangs up."""

    def __init__(self, beginning, piece):
        self.beginning, self.piece = beginning, piece
        self.connections = set()
        self.count = 0
        self._loop = asyncio.new_event_loop()
        self._server = self._loop.run_until_complete(asyncio.start_server(self._answer, "127.0.0.1", 0))
        self.port = self._server.sockets[0].getsockname()[1]
        self._thread = threading.Thread(target=self._loop.run_forever, name="raw server", daemon=True)
        self._thread.start()

    async def _answer(self, reader, writer):
        self.count += 1
        self.connections.add(writer)
        try:
            await reader.read(1)
            writer.write(self.beginning)
            while True:
                writer.write(self.piece)
                await writer.drain()
                await self.pause()
        except OSError:
            pass
        finally:
            self.connections.discard(writer)
            writer.close()

    async def pause(self):
        await asyncio.sleep(0)

    def url(self, path):
        return f"https://127.0.0.1:{self.port}{path}"

    def end(self):
        async def shut():
            self._server.close()
            for writer in list(self.connections):
                writer.transport.abort()
            await asyncio.sleep(0)
            self._loop.stop()
        asyncio.run_coroutine_threadsafe(shut(), self._loop)
        self._thread.join(5)
