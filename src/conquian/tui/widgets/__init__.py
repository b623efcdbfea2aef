"""What a table is seen as: seats, the middle, melds, a hand, what can be done, what happened."""
