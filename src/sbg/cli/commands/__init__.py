"""One module per command, each with an `app`; the table of commands is in `sbg.cli.app`."""
