"""Texts that a client changes piece by piece, many pieces in one message."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from sbg.app.lsp.documents import Document

TEXTS = st.text(alphabet="ab\r\n😀", max_size=12)
PLACES = st.builds(types.Position, st.integers(0, 6), st.integers(0, 9))
CHANGES = st.one_of(
    st.builds(types.TextDocumentContentChangeWholeDocument, TEXTS),
    st.builds(
        lambda start, end, text: types.TextDocumentContentChangePartial(
            range=types.Range(start, end), text=text
        ),
        PLACES,
        PLACES,
        TEXTS,
    ),
)


@given(TEXTS, st.lists(CHANGES, max_size=4))
def test_many_changes_are_as_one_after_the_other(
    text: str, changes: list[types.TextDocumentContentChangeEvent]
) -> None:
    wanted = text
    for change in changes:
        if isinstance(change, types.TextDocumentContentChangePartial):
            start, end = Document("file:///a", 1, wanted).span(change.range)
            wanted = wanted[:start] + change.text + wanted[end:]
        else:
            wanted = change.text
    assert Document("file:///a", 1, text).changed(2, changes).text == wanted
