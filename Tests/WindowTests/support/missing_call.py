"""Starts a program for which the kernel lacks a system call, or has no descriptor left for a connection (sockets):

    missing_call.py landlock|seccomp|sockets PROGRAM ARGUMENT...
"""

import ctypes
import errno
import os
import platform
import struct
import sys

# For each machine: AUDIT_ARCH_* (linux/audit.h), and the numbers of seccomp and socket. That of landlock_create_ruleset
# is the same on all.
MACHINES = {"x86_64": (0xC000003E, 317, 41), "aarch64": (0xC00000B7, 277, 198)}
LANDLOCK_CREATE_RULESET = 444

# linux/prctl.h, linux/seccomp.h
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2
ALLOW, ERROR = 0x7FFF0000, 0x00050000
# linux/bpf_common.h: loads a word of the call, compares it, returns.
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
# Where struct seccomp_data has them; the argument's lower half, as these machines are little-endian.
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
INTERNET = 2  # AF_INET


class Filter(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("count", ctypes.c_ushort), ("code", ctypes.c_void_p)]


def refuse(call):
    """Makes the system call fail from now on, also in programs that this process starts."""
    architecture, seccomp, socket = MACHINES[platform.machine()]
    number = {"landlock": LANDLOCK_CREATE_RULESET, "seccomp": seccomp, "sockets": socket}[call]
    error = errno.ENOSYS
    wanted = []
    if call == "sockets":
        error = errno.EMFILE
        wanted = [(LOAD, 0, 0, FIRST_ARGUMENT), (EQUAL, 0, 1, INTERNET)]
    steps = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 0, 3 + len(wanted), architecture), (LOAD, 0, 0, NUMBER),
             (EQUAL, 0, 1 + len(wanted), number), *wanted, (RETURN, 0, 0, ERROR | error), (RETURN, 0, 0, ALLOW)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = Filter(len(steps), ctypes.addressof(code))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    nothing = ctypes.c_ulong(0)
    if prctl(NO_NEW_PRIVILEGES, ctypes.c_ulong(1), nothing, nothing, nothing) \
            or prctl(SET_SECCOMP, ctypes.c_ulong(FILTER), ctypes.byref(program), nothing, nothing):
        raise OSError(ctypes.get_errno(), "no filter of system calls can be set here")


if __name__ == "__main__":
    refuse(sys.argv[1])
    os.execvp(sys.argv[2], sys.argv[2:])
