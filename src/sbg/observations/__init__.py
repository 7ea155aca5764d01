"""What an observer sees of play, without the rules: made by watching games, written and read as JSON lines, or taken
from records and contests."""

from sbg.observations.data import DataError as DataError
from sbg.observations.data import Sightings as Sightings
from sbg.observations.data import joined as joined
from sbg.observations.sources import read_path as read_path
from sbg.observations.watching import watch as watch
