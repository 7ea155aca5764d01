"""The language server: help for editors through the language server protocol (LSP).

What is said about a text comes from `sbg.app.editor`; here it is put into the words of the protocol. The folder needs
pygls (the extra `lsp`) and is imported only by the command that runs the server.
"""
