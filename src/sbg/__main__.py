"""`python -m sbg`: the same as the command `sbg`."""

from sbg.app.cli import main

if __name__ == "__main__":
    main()
