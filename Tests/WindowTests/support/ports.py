"""Ports of loopback servers that choose none themselves."""

import socket


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def is_answered(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
