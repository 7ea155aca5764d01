"""Code that several commands share: contests, their output, measuring, and automata as text."""
