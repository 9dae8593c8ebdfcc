"""An IDL as JSON Schema (2020-12): what `to_json` of the generated classes writes."""

from inlayc.python.json_schema.document import make_json_schema

__all__ = ["make_json_schema"]
