"""Files of a table's metadata, through the very object by which Iceberg reads and writes them in Java: its stores, its keys."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final, cast

from pyiceberg.io import FileIO, InputFile, InputStream, OutputFile, OutputStream

from inlay_spark.registration.connectors.iceberg.java_errors import explain_java

_PIECE: Final = 8 << 20
"""Bytes that cross at a time: the bridge makes a text of them."""


class JavaFiles(FileIO):
    def __init__(self, io: Any) -> None:
        super().__init__()
        self._io = io

    def new_input(self, location: str) -> InputFile:
        return _JavaInput(self._io, location)

    def new_output(self, location: str) -> OutputFile:
        return _JavaOutput(self._io, location)

    def delete(self, location: str | InputFile | OutputFile) -> None:
        with explain_java():
            self._io.deleteFile(location if isinstance(location, str) else location.location)


class _JavaInput(InputFile):
    def __init__(self, io: Any, location: str) -> None:
        super().__init__(location)
        with explain_java():
            self._file = io.newInputFile(location)

    def __len__(self) -> int:
        with explain_java():
            return int(self._file.getLength())

    def exists(self) -> bool:
        with explain_java():
            return bool(self._file.exists())

    def open(self, seekable: bool = True) -> InputStream:
        """All of it: manifests are read whole. Raises FileNotFoundError."""
        whole = BytesIO()
        with explain_java():
            stream = self._file.newStream()
            try:
                while piece := stream.readNBytes(_PIECE):
                    whole.write(piece)
            finally:
                stream.close()
        whole.seek(0)
        return cast(
            "InputStream", whole
        )  # which has names for arguments that BytesIO takes by place


class _JavaOutput(OutputFile):
    def __init__(self, io: Any, location: str) -> None:
        super().__init__(location)
        self._io = io

    def __len__(self) -> int:
        return len(self.to_input_file())

    def exists(self) -> bool:
        return self.to_input_file().exists()

    def to_input_file(self) -> InputFile:
        return _JavaInput(self._io, self.location)

    def create(self, overwrite: bool = False) -> OutputStream:
        with explain_java():
            file = self._io.newOutputFile(self.location)
            stream = file.createOrOverwrite() if overwrite else file.create()
        return cast("OutputStream", _JavaStream(stream))


class _JavaStream(BytesIO):
    """Written when it is closed, in few calls."""

    def __init__(self, stream: Any) -> None:
        super().__init__()
        self._stream = stream

    def close(self) -> None:
        if self.closed:
            return
        whole = self.getvalue()
        with explain_java():
            for at in range(0, len(whole), _PIECE):
                self._stream.write(whole[at : at + _PIECE])
            self._stream.close()
        super().close()
