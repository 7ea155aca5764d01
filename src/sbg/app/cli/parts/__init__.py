"""What some of these commands share: contests and what they print, and automata as text."""
