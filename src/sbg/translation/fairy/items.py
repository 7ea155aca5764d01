"""The settings of a Fairy-Stockfish variant: which can be translated, and which are refused."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from sbg.language.syntax import Span
from sbg.language.syntax.collector import Collector
from sbg.translation.fairy.file import Entry

_READ = {
    "maxRank", "maxFile", "startFen", "doubleStep", "doubleStepRegionWhite", "doubleStepRegionBlack",
    "tripleStepRegionWhite", "tripleStepRegionBlack", "soldierPromotionRank", "extinctionValue", "extinctionPieceTypes",
    "extinctionPieceCount", "flagPiece", "flagPieceWhite", "flagPieceBlack", "flagRegion", "flagRegionWhite",
    "flagRegionBlack", "pass", "passWhite", "passBlack", "wallOrMove",
}  # fmt: skip
"""Settings that have a meaning in a game."""

_IDLE = {
    "variantTemplate", "pieceToCharTable", "pocketSize", "chess960", "pieceValueMg", "pieceValueEg", "nnueAlias",
    "promotionLimit", "castlingKingsideFile", "castlingQueensideFile", "castlingRank", "castlingKingFile",
    "castlingRookKingsideFile", "castlingRookQueensideFile", "castlingRookPieces", "castlingRookPiecesWhite",
    "castlingRookPiecesBlack", "nMoveRuleTypes", "nMoveRuleTypesWhite", "nMoveRuleTypesBlack", "nFoldValue",
    "nFoldValueAbsolute", "dropRegionWhite", "dropRegionBlack", "checkmateValue", "checking", "dropChecks",
    "mandatoryPawnPromotion", "shogiPawnDropMateIllegal", "mandatoryPiecePromotion", "piecePromotionOnCapture",
    "promotionPieceTypes", "promotionPieceTypesWhite",
    "promotionPieceTypesBlack", "connectHorizontal", "connectVertical", "connectDiagonal", "connectPieceTypes",
    "connectValue", "castlingKingPiece", "castlingKingPieceWhite", "castlingKingPieceBlack", "perpetualCheckIllegal",
    "firstRankPawnDrops", "promotionZonePawnDrops", "enclosingDropStart", "shatarMateRule", "wallingRegion",
    "wallingRegionWhite", "wallingRegionBlack", "dropNoDoubled", "dropNoDoubledCount", "dropLoop", "dropPromoted",
}  # fmt: skip
"""Settings without effect where there is no king, no promotion, no drop and no rule of repetition."""

_OFF = {
    "twoBoards": ("false",),
    "sittuyinPromotion": ("false",),
    "promotedPieceType": ("-", ""),
    "pieceDemotion": ("false",),
    "blastOnCapture": ("false",),
    "blastImmuneTypes": ("-", ""),
    "mutuallyImmuneTypes": ("-", ""),
    "petrifyOnCaptureTypes": ("-", ""),
    "petrifyBlastPieces": ("false",),
    "castlingDroppedPiece": ("false",),
    "oppositeCastling": ("false",),
    "mustCapture": ("false",),
    "mustDrop": ("false",),
    "mustDropType": ("-", ""),
    "pieceDrops": ("false",),
    "capturesToHand": ("false",),
    "enclosingDrop": ("none",),
    "sittuyinRookDrop": ("false",),
    "dropOppositeColoredBishop": ("false",),
    "freeDrops": ("false",),
    "immobilityIllegal": ("false",),
    "gating": ("false",),
    "wallingRule": ("none",),
    "seirawanGating": ("false",),
    "cambodianMoves": ("false",),
    "diagonalLines": ("-", ""),
    "passOnStalemate": ("false",),
    "passOnStalemateWhite": ("false",),
    "passOnStalemateBlack": ("false",),
    "makpongRule": ("false",),
    "flyingGeneral": ("false",),
    "flipEnclosedPieces": ("none",),
    "moveRepetitionIllegal": ("false",),
    "chasingRule": ("none",),
    "stalematePieceCount": ("false",),
    "bikjangRule": ("false",),
    "extinctionClaim": ("false",),
    "extinctionPseudoRoyal": ("false",),
    "dupleCheck": ("false",),
    "extinctionOpponentPieceCount": ("0",),
    "flagPieceCount": ("1",),
    "flagPieceBlockedWin": ("false",),
    "flagMove": ("false",),
    "flagPieceSafe": ("false",),
    "checkCounting": ("false",),
    "connectN": ("0",),
    "connectRegion1White": ("-", ""),
    "connectRegion2White": ("-", ""),
    "connectRegion1Black": ("-", ""),
    "connectRegion2Black": ("-", ""),
    "connectNxN": ("0",),
    "collinearN": ("0",),
    "materialCounting": ("none",),
    "adjudicateFullBoard": ("false",),
    "countingRule": ("none",),
    "castlingWins": ("-", ""),
}
"""Rules that a game cannot have, with the values that switch them off."""

_OLD = {
    "promotionRank", "doubleStepRank", "doubleStepRankMin", "whiteFlag", "blackFlag", "castlingRookPiece",
    "whiteDropRegion", "blackDropRegion", "dropOnTop",
}  # fmt: skip
"""Settings of older versions."""

_NEEDED = {
    "stalemateValue": ("draw", "loss", "a player without a move loses here"),
    "nMoveRule": ("50", "0", "a draw by moves without captures needs a count of moves"),
    "nFoldRule": ("3", "0", "a draw by repetition needs to know earlier positions"),
}
"""Settings whose default cannot be expressed: default, what is needed, why."""


class Items:
    """The entries of a variant, read one by one."""

    def __init__(self, entries: Mapping[str, Entry], section: Span, collector: Collector) -> None:
        self.entries, self.section, self.collector = entries, section, collector

    def _bad(self, entry: Entry, what: str) -> None:
        self.collector.add(
            "SBG641", f"`{entry.key}` is {what}, not `{entry.value[:20]}`", entry.span
        )

    def number(self, key: str, default: int, least: int, most: int, letters: bool = False) -> int:
        """A number; of files also a letter."""
        entry = self.entries.get(key)
        if entry is None:
            return default
        value = entry.value
        if letters and re.fullmatch("[a-z]", value):
            value = str(ord(value) - ord("a") + 1)
        if not re.fullmatch("[0-9]{1,4}", value) or not least <= int(value) <= most:
            self._bad(entry, f"a number from {least} to {most}")
            return default
        return int(value)

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        entry = self.entries.get(key)
        if entry is None:
            return default
        if entry.value not in ("true", "false"):
            self._bad(entry, "`true` or `false`")
        return entry.value == "true"

    def is_set(self, key: str, wanted: str, off: str) -> bool:
        """Whether a setting has the value that can be expressed; any other than that and `off` is refused."""
        entry = self.entries.get(key)
        if entry is None or entry.value == off:
            return False
        if entry.value != wanted:
            self.refuse(key, f"only `{wanted}` can be expressed")
        return True

    def letters(self, key: str, names: Collection[str]) -> list[str]:
        """Letters of pieces, in lower case."""
        entry = self.entries.get(key)
        if entry is None:
            return []
        found = []
        for letter in entry.value.lower().replace(" ", ""):
            if letter == "-":
                break
            if letter == "*":
                self.refuse(key, "all pieces together cannot be counted")
                break
            if letter not in names:
                self.collector.add("SBG641", f"`{letter}` is no piece of the variant", entry.span)
                break
            found.append(letter)
        return list(dict.fromkeys(found))

    def refuse(self, key: str, why: str) -> None:
        """A setting cannot be expressed."""
        entry = self.entries.get(key)
        span = self.section if entry is None else Span(entry.key_span.start, entry.span.end)
        value = "" if entry is None else f" = {entry.value[:40]}"
        self.collector.add("SBG642", f"`{key}{value}` cannot be expressed", span, help=why)

    def refuse_others(self, pieces: Collection[str], pawn: str | None, any_piece: bool) -> None:
        """Every setting that a game cannot have, and every one that is not known."""
        for key, (default, wanted, why) in _NEEDED.items():
            entry = self.entries.get(key)
            value = default if entry is None else entry.value
            if value != wanted and any_piece:
                if entry is None:
                    self.collector.add(
                        "SBG642",
                        f"`{key} = {default}`, the default, cannot be expressed",
                        self.section,
                        help=why,
                    )
                else:
                    self.refuse(key, why)
        self._pawns(pawn)
        fen = self.entries.get("startFen")
        rights = [] if fen is None else fen.value.split()[2:3]
        if self.flag("castling", True) and rights not in ([], ["-"]):
            why = "castling moves two pieces: switch it off by `castling = false`"
            self.refuse("startFen", why)
        for key, entry in self.entries.items():
            known = key in _READ or key in _IDLE or key in _NEEDED or key in pieces
            if known or key in ("castling", *_PAWN_SETTINGS) or _mobility(key, pieces):
                continue
            if key in _OFF:
                if entry.value not in _OFF[key]:
                    self.refuse(key, "no rule and no goal says that")
            elif key in _OLD:
                self.refuse(key, "it is a setting of older versions")
            else:
                self.collector.add(
                    "SBG641", f"`{key[:40]}` is no setting of a variant", entry.key_span
                )

    def _pawns(self, pawn: str | None) -> None:
        """Pawns promote on the last rank and capture en passant, unless that is switched off."""
        if self._some(("pawnTypes", "promotionPawnTypes"), pawn):
            for key in ("promotionRegionWhite", "promotionRegionBlack"):
                if key not in self.entries or self.entries[key].value != "-":
                    self.refuse(key, "pawns are promoted there: a piece never changes")
        if self._some(("pawnTypes", "enPassantTypes"), pawn) and self.flag("doubleStep", True):
            for key in ("enPassantRegion", "enPassantRegionWhite", "enPassantRegionBlack"):
                entry = self.entries.get(key)
                value = (
                    entry.value if entry is not None else "" if key == "enPassantRegion" else "-"
                )
                if value != "-":
                    self.refuse(key, "a capture en passant needs to know the last move")

    def _some(self, keys: Collection[str], pawn: str | None) -> bool:
        """Whether any piece is a pawn in some respect; without a setting it is the built-in pawn."""
        named = [
            entry.value
            for key in keys
            for name in (key, f"{key}White", f"{key}Black")
            if (entry := self.entries.get(name)) is not None
        ]
        return any(value not in ("-", "") for value in named) or (not named and pawn is not None)


_PAWN_SETTINGS = (
    "promotionRegionWhite", "promotionRegionBlack", "enPassantRegion", "enPassantRegionWhite", "enPassantRegionBlack",
    "promotionPawnTypes", "promotionPawnTypesWhite", "promotionPawnTypesBlack", "pawnTypes", "enPassantTypes",
    "enPassantTypesWhite", "enPassantTypesBlack",
)  # fmt: skip


def _mobility(key: str, pieces: Collection[str]) -> bool:
    match = re.fullmatch(r"mobilityRegion(?:White|Black)(\w+)", key)
    return match is not None and match[1][:1].lower() + match[1][1:] in pieces
