"""The rules of a game from watching it: observations, what they tell, and what they leave open."""
