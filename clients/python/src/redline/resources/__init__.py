"""The parts of the service."""
