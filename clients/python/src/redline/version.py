"""The version of the client: `pyproject.toml` reads it here."""

version = "0.1.0"
