"""The help of `inlayc` as a whole. Asked for alone, it is answered without click, which takes four times as long to import as
Python takes to start."""

from __future__ import annotations

PAGE = """\
Usage: inlayc [OPTIONS] COMMAND [ARGS]...

  Compile Thrift, FlatBuffers and parquet-rs's macros into typed Python.

  IDL files end in .thrift, .fbs or .rs. Settings are read from the [tool.inlay]
  table of the nearest pyproject.toml that has one, in this folder or above.

Options:
  --version   Show the version and exit.
  -h, --help  Show this message and exit.

Commands:
  breaking  Judge what has changed: does it break data, or code?
  check     Show what `generate` would change; exit 1 if anything.
  diff      Compare two IDLs, of any dialect; exit 1 if they differ.
  doc       Write a reference of IDLs, as a page or as Markdown.
  expand    Print the Python for a file, or for one definition in it.
  format    Lay out .thrift and .fbs files: even spaces, every comment kept.
  generate  Write the generated package; delete what is no longer generated.
  init      Add a [tool.inlay] table to the pyproject.toml of this folder.
  lint      Say what could be better about an IDL; exit 1 if anything.
  schema    Print the resolved model of an IDL.

Exit codes:
  0    ok
  1    findings
  2    wrong usage
  3    invalid input
  6    input or output failed
  70   a bug in inlayc
  130  interrupted
"""
