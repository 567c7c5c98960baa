"""A module and a list of packages for each peer; a module is imported only in its peer's own virtual environment."""
