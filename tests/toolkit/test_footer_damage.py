"""Damaged files: each message as its reader sees it."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Inlay, MakeFile

from inlay.footer import FooterError, UnsupportedFooterError, read_footer
from inlay.footer.search import MOST_TRIES
from parquet_format.parquet import FileMetaData
