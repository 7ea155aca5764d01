"""Converts what `sbg.app.editor` finds into the types of the language server protocol."""

from __future__ import annotations

import re

from lsprotocol import types

from sbg.app.editor import Completion, Completions, Hover, Symbol
from sbg.app.lsp.documents import Document
from sbg.language.syntax import CODES, Diagnostic, Edit, Fix, Span

SOURCE = "sbg"

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "hint": types.DiagnosticSeverity.Information,
}

_SYMBOLS = {
    "game": types.SymbolKind.Module,
    "board": types.SymbolKind.Array,
    "pieces": types.SymbolKind.Namespace,
    "piece": types.SymbolKind.Class,
    "goals": types.SymbolKind.Namespace,
    "limit": types.SymbolKind.Number,
    "goal": types.SymbolKind.Event,
}
_ITEMS = {
    "tag": types.CompletionItemKind.Keyword,
    "piece": types.CompletionItemKind.Class,
    "letter": types.CompletionItemKind.Snippet,
    "goal": types.CompletionItemKind.Event,
    "power": types.CompletionItemKind.Operator,
    "operator": types.CompletionItemKind.Operator,
    "number": types.CompletionItemKind.Value,
    "row": types.CompletionItemKind.Snippet,
    "game": types.CompletionItemKind.File,
}
_MARKDOWN = re.compile(r"(`[^`]*`)|([\\*_\[\]<>#|~])")


def diagnostic(document: Document, found: Diagnostic) -> types.Diagnostic:
    """A diagnostic; its help stands under its message, and what its code means goes with it as data."""
    code = CODES[found.code]
    return types.Diagnostic(
        range=document.range(found.primary.span),
        message=f"{found.message}\nhelp: {found.help}" if found.help else found.message,
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if code.unnecessary else None,
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(document.uri, document.range(label.span)),
                label.message or "see here",
            )
            for label in found.secondary
        ]
        or None,
        data={"title": code.title, "explanation": code.explanation},
    )


def quick_fix(document: Document, found: Diagnostic, fix: Fix) -> types.CodeAction:
    """The fix of a diagnostic; the client may carry out a safe one without asking."""
    return types.CodeAction(
        title=fix.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(document, found)],
        is_preferred=fix.safe,
        edit=changes(document, fix.edits),
    )


def changes(document: Document, edits: tuple[Edit, ...]) -> types.WorkspaceEdit:
    """Edits of one document; lines that are added end as its others do."""
    line_end = "\r\n" if "\r\n" in document.text else "\n"
    return types.WorkspaceEdit(
        changes={
            document.uri: [
                types.TextEdit(document.range(edit.span), edit.replacement.replace("\n", line_end))
                for edit in edits
            ]
        }
    )


def hover(document: Document, said: Hover, *, markdown: bool) -> types.Hover:
    """A hover, as Markdown where the client can show that."""
    if markdown:
        kind, value = (
            types.MarkupKind.Markdown,
            f"**{_escaped(said.title)}**\n\n{_escaped(said.text)}",
        )
    else:
        kind, value = types.MarkupKind.PlainText, f"{said.title}\n\n{said.text}"
    return types.Hover(types.MarkupContent(kind, value), document.range(said.span))


def _escaped(text: str) -> str:
    """Plain text as Markdown; what stands in backticks is shown as it is anyway."""
    return _MARKDOWN.sub(lambda found: found[1] or f"\\{found[2]}", text)


def completions(document: Document, offered: Completions) -> types.CompletionList:
    """Completions in the order in which they are offered."""
    place = document.range(offered.span)
    items = [_item(place, number, item) for number, item in enumerate(offered.items)]
    return types.CompletionList(is_incomplete=False, items=items)


def _item(place: types.Range, number: int, item: Completion) -> types.CompletionItem:
    return types.CompletionItem(
        label=item.label,
        detail=item.detail,
        kind=_ITEMS[item.kind],
        sort_text=f"{number:04}",
        filter_text=item.insert,
        insert_text_format=types.InsertTextFormat.PlainText,
        text_edit=types.TextEdit(place, item.insert),
    )


def symbol(document: Document, part: Symbol) -> types.DocumentSymbol:
    """A part of the outline; what is selected when it is chosen is its beginning."""
    head = Span(part.span.start, min(part.span.end, part.span.start + len(part.name)))
    return types.DocumentSymbol(
        name=part.name,
        detail=part.detail or None,
        kind=_SYMBOLS[part.kind],
        range=document.range(part.span),
        selection_range=document.range(head),
        children=[symbol(document, child) for child in part.children],
    )
