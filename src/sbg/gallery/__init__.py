"""Static pages about a run of `sbg evolve`: a map of the archive, and a page for each of its games."""

from sbg.gallery.pages import GalleryError, write

__all__ = ["GalleryError", "write"]
