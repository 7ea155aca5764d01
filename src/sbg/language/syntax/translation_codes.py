"""The diagnostic codes of translations: why a game cannot be expressed in another language."""

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
    (
        "SBG630",
        "no letter of Betza's notation",
        "A text in Betza's notation has capitals for steps (W F D N A H C Z G, and R B Q K), small letters in front of "
        "them that modify a move, and numbers behind them.",
    ),
    (
        "SBG631",
        "letters without a move",
        "Small letters modify the move of the capital that follows them. Here no capital follows, or there is no move "
        "at all.",
    ),
    (
        "SBG632",
        "notation that no rule expresses",
        "Some letters of Betza's notation mean what a rule cannot say: a rule knows the squares as they are, not what "
        "happened before, and a move changes two squares at most. Others are not read here.",
    ),
    (
        "SBG633",
        "letters that do not go together",
        "The letters of this move have no agreed meaning together, or the dialect does not know them. Fairy-Stockfish "
        "reads some moves without complaint and then never makes them; these are refused.",
    ),
    (
        "SBG634",
        "letter that differs between dialects",
        "`J` and `L` are the camel and the zebra, or the other way round, depending on whom you ask. `C` and `Z` are "
        "the same everywhere.",
    ),
    (
        "SBG635",
        "notation too long",
        "A text in Betza's notation has 1,000 characters at most.",
    ),
    (
        "SBG636",
        "piece that cannot move on the board",
        "Every step of the piece is longer than the board, so that no move is left.",
    ),
    (
        "SBG640",
        "no variants.ini",
        "The file is not as Fairy-Stockfish has it: sections `[name]` or `[name:parent]`, lines `key = value`, and "
        "comments that begin with `#` or `;`.",
    ),
    (
        "SBG641",
        "setting that is wrong or unknown",
        "Fairy-Stockfish has no such setting, or the setting takes other values.",
    ),
    (
        "SBG642",
        "setting that no game can have",
        "The variant has a rule that this language cannot express. Some are there by default: `stalemateValue = loss`, "
        "`nMoveRule = 0` and `nFoldRule = 0` are needed.",
    ),
    (
        "SBG643",
        "variant that is not there",
        "The variant that was asked for, or that another one is derived from, is not in the file. Variants that "
        "Fairy-Stockfish has built in are not known here.",
    ),
    (
        "SBG644",
        "initial position that does not fit",
        "The `startFen` is missing, does not fit the board, or has a letter that is no piece of the variant.",
    ),
    (
        "SBG650",
        "rule with too many walks for Ludii",
        "A piece that is no plain step, slide or leap is written for Ludii as all its walks. This rule has too many of "
        "them, because it can wander over the board.",
    ),
    (
        "SBG651",
        "turn limit too large for Ludii",
        "Ludii ends every game after 1,250 turns of each player, 2,500 plies in all. A larger turn limit can only be "
        "kept where every game provably ends before.",
    ),
    (
        "SBG652",
        "game that is over before it begins",
        "Ludii looks for the end of a game after a move only. A game whose turn limit is 0, or in which white has no "
        "move at the start, is over before the first move.",
    ),
    (
        "SBG661",
        "piece without a Betza notation",
        "A piece in Betza's notation is a union of leaps of up to 3 squares, slides, hops and lame leaps. The rule of "
        "this piece includes a move that is none of these. The word and the position show the shortest one.",
    ),
    (
        "SBG662",
        "moves that depend on the square",
        "A piece in Betza's notation moves alike from every square. The moves of this one depend on where it is.",
    ),
    (
        "SBG663",
        "piece that may stand still",
        "Betza's notation has no move that stays on its square.",
    ),
)
"""Code, title, explanation. All are errors, without examples: the texts are not files of ours."""
