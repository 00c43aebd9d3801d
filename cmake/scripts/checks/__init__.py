"""The rules for the repository's texts and sources, and for the built documentation."""
