"""Rules compared with the moves of other languages: unrolled into walks, and fitted by basis moves."""
