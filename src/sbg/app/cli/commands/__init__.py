"""The commands of `sbg`, one module each; every module holds a cyclopts `app`."""
