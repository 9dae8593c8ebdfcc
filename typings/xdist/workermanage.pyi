"""The part of xdist that the tests use."""

class WorkerController:
    """One of the processes that run tests."""
