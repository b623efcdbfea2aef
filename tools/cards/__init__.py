"""The drawings of the cards, put together by ``tools/draw_cards.py``.

All drawings are this project's own. A card is 100 × 160 units; the index stands at the top left,
inside the 40 units that stay visible when cards overlap in a hand.
"""
