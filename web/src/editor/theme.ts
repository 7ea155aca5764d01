// The looks of the editor. Colours come from the page, so that one theme serves light and dark.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const underline = (color: string) => ({
  backgroundImage: "none",
  textDecoration: `underline wavy ${color}`,
  textDecorationSkipInk: "none",
  textUnderlineOffset: "3px",
});

const frame = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "transparent", fontSize: "13.5px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6", overscrollBehavior: "contain" },
  ".cm-content": { padding: "12px 0 40vh", caretColor: "var(--accent)" },
  // A line that is too long goes on a little to the right of where lines begin.
  ".cm-line": { padding: "0 16px 0 calc(8px + 2ch)", textIndent: "-2ch" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 6px 0 14px", minWidth: "38px" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 6%, transparent)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--accent) 22%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-wash)", outline: "1px solid var(--accent)" },
  ".cm-lintRange-error": underline("var(--error)"),
  ".cm-lintRange-warning": underline("var(--warning)"),
  ".cm-lintRange-hint": underline("var(--arrow)"),
  ".cm-lintPoint-hint:after": { borderBottomColor: "var(--arrow)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--error)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--warning)" },
  ".cm-tooltip": {
    fontFamily: "var(--sans)",
    fontSize: "13px",
    lineHeight: "1.45",
    color: "var(--ink)",
    backgroundColor: "var(--raised)",
    border: "1px solid var(--rule)",
    borderRadius: "10px",
    boxShadow: "var(--lift)",
    overflow: "hidden",
    maxWidth: "min(360px, 92vw)",
    zIndex: "50",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "12.5px", maxHeight: "16em" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 12px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--accent)", color: "var(--accent-ink)" },
  ".cm-completionDetail": { fontFamily: "var(--sans)", fontStyle: "normal", opacity: "0.85", marginLeft: "1em" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-diagnostic": { padding: "8px 12px", borderLeft: "none", whiteSpace: "normal" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--error)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
  ".cm-diagnostic-hint": { borderLeft: "3px solid var(--arrow)" },
  ".cm-diagnosticAction": {
    font: "600 12.5px/1.4 var(--sans)",
    background: "var(--accent)",
    color: "var(--accent-ink)",
    border: "none",
    borderRadius: "6px",
    padding: "3px 9px",
    margin: "6px 6px 0 0",
    cursor: "pointer",
  },
  ".cm-tooltip code": { fontFamily: "var(--mono)", fontSize: "0.92em", padding: "0 0.25em", borderRadius: "4px", background: "var(--sunken)" },
  ".sbg-help": { color: "var(--soft)", marginTop: "2px" },
  ".sbg-hover": { padding: "10px 12px" },
  ".sbg-hover strong": { display: "block", fontSize: "13.5px" },
  ".sbg-hover p": { margin: "2px 0 0", whiteSpace: "pre-line" },
  ".sbg-hover svg": { display: "block", width: "100%", maxWidth: "250px", height: "auto", margin: "8px auto 0" },
  ".cm-panels": { backgroundColor: "var(--sunken)", color: "var(--ink)", fontFamily: "var(--sans)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--rule)" },
  // Room for the button that closes it.
  ".cm-panel.cm-search": { paddingRight: "2rem" },
  ".cm-panel.cm-search [name=close]": { width: "24px", height: "24px" },
  ".cm-textfield": { backgroundColor: "var(--raised)", border: "1px solid var(--rule)", borderRadius: "6px", padding: "3px 7px" },
  ".cm-button": { background: "var(--raised)", border: "1px solid var(--rule)", borderRadius: "6px", padding: "3px 9px" },
  ".cm-selectionMatch": { backgroundColor: "color-mix(in srgb, var(--accent) 14%, transparent)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--last) 45%, transparent)" },
  ".cm-searchMatch-selected": { backgroundColor: "color-mix(in srgb, var(--last) 85%, transparent)" },
});

const colors = HighlightStyle.define([
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.heading, color: "var(--ink)", fontWeight: "700" },
  { tag: tags.keyword, color: "var(--code-tag)", fontWeight: "600" },
  { tag: tags.string, color: "var(--code-row)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.atom, color: "var(--code-on)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--code-piece)", fontWeight: "700" },
  { tag: tags.labelName, color: "var(--code-tag)" },
  { tag: tags.operator, color: "var(--code-sign)", fontWeight: "600" },
  { tag: tags.punctuation, color: "var(--soft)" },
  { tag: tags.invalid, color: "var(--error)" },
]);

export const looks: Extension = [frame, syntaxHighlighting(colors)];
