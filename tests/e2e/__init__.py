"""The page of `sbg serve` in a real browser. A package, so that its browser ends when its last test has run."""
