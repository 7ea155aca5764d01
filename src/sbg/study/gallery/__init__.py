"""Static web pages about a run of `sbg evolve`: a map of the archive, and a page per game."""

from sbg.study.gallery.pages import GalleryError, write
from sbg.study.gallery.run import write_gallery

__all__ = ["GalleryError", "write", "write_gallery"]
