"""Observations of play without the rules: made by watching games, or read from files."""

from sbg.study.observe.data import DataError as DataError
from sbg.study.observe.data import Sightings as Sightings
from sbg.study.observe.data import joined as joined
from sbg.study.observe.sources import read_path as read_path
from sbg.study.observe.watching import watch as watch
