"""What a footer holds, for a person (`document`) and for programs (`as_json`)."""
