"""Who takes part in a made-up contest: one is honest, and each other fails in a way of its own.

The processes of a contest find them here by their names.
"""

import os

from benchmarks.harness import Task


def honest(size):
    return Task(lambda: sum(range(size)))


def told(size):
    """How many threads the environment says that BLAS should have, size if it says nothing."""
    return Task(lambda: int(os.environ.get("OPENBLAS_NUM_THREADS", size)))


def liar(size):
    return Task(lambda: -1)


def endless(size):
    def spin():
        while size > 2:
            pass
        return sum(range(size))

    return Task(spin)


def never_ready(size):
    endless(size).call()
    return honest(size)


def broken(size):
    raise RuntimeError("no such luck")


def dying(size):
    return Task(lambda: os._exit(3))
