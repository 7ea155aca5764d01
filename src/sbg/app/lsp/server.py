"""The language server itself: answers the requests of an editor and sends it diagnostics.

Texts are looked at in threads, so that one that takes long holds up nobody; a text that has changed meanwhile is
answered for as it was, and its diagnostics are dropped.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from importlib.metadata import version
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from sbg import pipeline
from sbg.app import editor
from sbg.app.lsp import convert
from sbg.app.lsp.documents import Document, Documents
from sbg.language.syntax import Diagnostic, Edit, InvalidGameError, Span

PAUSE = 0.05
"""Seconds without a change before a text is checked: less than anybody notices, more than two keystrokes at once."""

_FIX_ALL = "source.fixAll.sbg"


_Handled = Generator[Any, Any, None]


class _Protocol(LanguageServerProtocol):
    """The protocol with positions in UTF-16 units, which every client knows, and without pygls' own documents."""

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> _Handled:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> _Handled:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> _Handled:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None


class SbgServer(LanguageServer):
    """The language server for games."""

    def __init__(self, pause: float = PAUSE) -> None:
        super().__init__(
            "sbg",
            version("simplified-boardgames"),
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=_Protocol,
        )
        self.documents = Documents()
        self.pause = pause
        self.was_shut_down = False
        self.was_ended = False
        self._waiting: dict[str, asyncio.Task[None]] = {}
        _register(self)

    def changed(self, document: Document, pause: float) -> None:
        """Take a new text, and check it after a pause in which no newer one comes."""
        self.documents.put(document)
        self.stop_waiting(document.uri)
        task = asyncio.get_running_loop().create_task(self._publish(document, pause))
        self._waiting[document.uri] = task
        task.add_done_callback(lambda done: self._done(document.uri, done))

    def stop_waiting(self, uri: str) -> None:
        """Check no older text of a document."""
        task = self._waiting.pop(uri, None)
        if task is not None:
            task.cancel()

    def _done(self, uri: str, task: asyncio.Task[None]) -> None:
        if self._waiting.get(uri) is task:
            del self._waiting[uri]

    async def _publish(self, document: Document, pause: float) -> None:
        await asyncio.sleep(pause)
        found = await checked(document)
        if self.documents.get(document.uri) is document:
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(
                    uri=document.uri,
                    version=document.version,
                    diagnostics=[convert.diagnostic(document, one) for one in found],
                )
            )

    def report_server_error(self, error: Exception, source: object) -> None:
        """Put what went wrong with a message into the client's log: who writes a game can do nothing about it."""
        self.window_log_message(
            types.LogMessageParams(
                types.MessageType.Error, f"a message could not be handled: {error}"
            )
        )

    def shows_markdown(self) -> bool:
        """Whether the client shows hovers as Markdown."""
        documents = self.client_capabilities.text_document
        hover = documents.hover if documents else None
        formats = hover.content_format if hover else None
        return formats is None or types.MarkupKind.Markdown in formats


async def checked(document: Document) -> list[Diagnostic]:
    """What is wrong with a document; found out once."""
    if document.found is None:
        document.found = await asyncio.to_thread(editor.check, document.text, document.uri)
    return document.found


def _register(server: SbgServer) -> None:
    """Tell the server what it can do."""
    _register_documents(server)
    _register_answers(server)
    _register_changes(server)


def _register_documents(server: SbgServer) -> None:
    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        server.was_shut_down = True

    @server.feature(types.EXIT)
    def ended(_: None) -> None:
        server.was_ended = True

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        opened = params.text_document
        server.changed(Document(opened.uri, opened.version, opened.text), pause=0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = server.documents.get(params.text_document.uri)
        if document is not None:
            now = document.changed(params.text_document.version, params.content_changes)
            server.changed(now, server.pause)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.stop_waiting(uri)
        server.documents.close(uri)
        server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=[])
        )


def _register_answers(server: SbgServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        offset = document.offset(params.position)
        said = await asyncio.to_thread(editor.hover, document.text, offset)
        if said is None:
            return None
        return convert.hover(document, said, markdown=server.shows_markdown())

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=["<", "(", ",", "^", "#", "@", "|", "+"]),
    )
    async def completion(params: types.CompletionParams) -> types.CompletionList | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        offset = document.offset(params.position)
        offered = await asyncio.to_thread(editor.complete, document.text, offset)
        return convert.completions(document, offered)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        parts = await asyncio.to_thread(editor.outline, document.text)
        return [convert.symbol(document, part) for part in parts]


def _register_changes(server: SbgServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        edit = await asyncio.to_thread(_formatted, document.text)
        if edit is None:
            return None
        return [types.TextEdit(document.range(edit.span), edit.replacement)]

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, _FIX_ALL]),
    )
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        document = server.documents.get(params.text_document.uri)
        if document is None:
            return None
        found = await checked(document)
        actions: list[types.CodeAction] = []
        if _wanted(params, types.CodeActionKind.QuickFix):
            span = document.span(params.range)
            actions += [
                convert.quick_fix(document, one, one.fix)
                for one in found
                if one.fix is not None and _touches(one, span)
            ]
        safe = editor.together(found)
        if safe and _wanted(params, _FIX_ALL):
            edits = sorted(
                (edit for one in safe if one.fix is not None for edit in one.fix.edits),
                key=lambda edit: edit.span,
            )
            actions.append(
                types.CodeAction(
                    "Mend all that can be mended safely",
                    kind=_FIX_ALL,
                    edit=convert.changes(document, tuple(edits)),
                )
            )
        return actions


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    """Whether the client asks for actions of a kind: for it, for one that includes it, or for all."""
    only = params.context.only
    return only is None or any(kind == one or kind.startswith(f"{one}.") for one in only)


def _touches(found: Diagnostic, span: Span) -> bool:
    """Whether a diagnostic stands at a place, or at the end of one."""
    start, end = found.primary.span
    return start <= span.end and span.start <= end


def _formatted(text: str) -> Edit | None:
    """The edit that puts a text into canonical layout; None if it is there already, or has syntax errors."""
    start = int(text.startswith("\ufeff"))
    try:
        after = pipeline.format(text)
    except InvalidGameError:
        return None
    if "\r\n" in text:
        after = after.replace("\n", "\r\n")
    return Edit(Span(start, len(text)), after) if after != text[start:] else None
