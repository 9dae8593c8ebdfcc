from pcodec import standalone as standalone

class ChunkConfig:
    def __init__(self, compression_level: int = ...) -> None: ...

class Progress:
    n_processed: int
    finished: bool
