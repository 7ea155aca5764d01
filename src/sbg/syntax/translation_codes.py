"""Entries of the table of codes about translations: why a game cannot be expressed, and mistakes in foreign texts."""

ENTRIES: tuple[tuple[str, str, str], ...] = (
    (
        "SBG620",
        "board too large for Fairy-Stockfish",
        "Fairy-Stockfish plays on boards of up to 12 files and 10 ranks.",
    ),
    (
        "SBG621",
        "move that Fairy-Stockfish does not have",
        "A piece of Fairy-Stockfish is a union of basis moves: leaps of up to 3 squares, slides along rows, columns "
        "and diagonals and slides of the knight, hops over one piece, and lame leaps. The rule of this piece includes "
        "a move that is none of these. The word and the position show the shortest one.",
    ),
    (
        "SBG622",
        "capture of an own piece",
        "Fairy-Stockfish has no move that captures a piece of the player's own.",
    ),
    (
        "SBG623",
        "moves that depend on the square",
        "Fairy-Stockfish can keep a piece within a region, and give quiet first moves to pieces in one region for each "
        "colour. The moves of this piece depend on its square in another way.",
    ),
    (
        "SBG624",
        "slides or hops of some directions only",
        "In Fairy-Stockfish the kinds of slides and hops belong to a piece, not to a direction: a piece that slides "
        "backward and hops forward also slides forward. No text in Betza's notation has the effect of this rule there.",
    ),
    (
        "SBG625",
        "piece that may stand still",
        "In Fairy-Stockfish the player may pass, but not a piece. That is the same where each player has one piece "
        "that may always stand still, and loses with it; here it is not.",
    ),
    (
        "SBG626",
        "goal that is no flag of Fairy-Stockfish",
        "In Fairy-Stockfish each player has one kind of flag piece, or all pieces are flag pieces, and a flag piece on "
        "its region wins, whether or not it has moved there. A game with several kinds of goal pieces, or with a piece "
        "that stands on its goal from the start, cannot be expressed.",
    ),
    (
        "SBG627",
        "too many kinds of pieces",
        "Fairy-Stockfish has 25 custom pieces and 26 letters. A piece whose moves are not symmetric left and right "
        "needs two, because Fairy-Stockfish turns the board for black where this language mirrors it.",
    ),
    (
        "SBG628",
        "turn limit",
        "Fairy-Stockfish has no turn limit. With `--allow turn-limit` the game is translated without it, and the "
        "result says up to which ply it is exact. Where every game provably ends before the limit, nothing is lost.",
    ),
    (
        "SBG629",
        "rule with too many walks",
        "To compare a rule with the moves of another language, it is unrolled into walks, each a sequence of squares. "
        "This rule has too many of them, because it can wander over the board.",
    ),
)
"""Code, title, explanation. All are errors, without examples: the texts are not files of ours."""
