// An element in; an editor in it out. It lives in a shadow root: there its styles are style sheets made by script, which the
// page's Content-Security-Policy allows, and not <style> elements, which it forbids.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { bracketMatching } from "@codemirror/language";
import { linter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { minimalSetup } from "codemirror";
import type { Diagnostic, GameInfo, Theme } from "../lib/types";
import { difference } from "./difference";
import { sbg } from "./mode";
import { complete, fix, hover, shown } from "./remote";
import { looks } from "./theme";

export interface Outside {
  text: string;
  theme(): Theme;
  pieces(): GameInfo["drawn"];
  changed(text: string): void;
  format(): void;
}

export interface Editor {
  /** Puts another text in place of this one; what is the same in both is left alone. `fresh` forgets the way back. */
  setText(text: string, fresh?: boolean): void;
  setDiagnostics(found: readonly Diagnostic[]): void;
  fix(diagnostic: Diagnostic): void;
  goTo(from: number, to: number): void;
  focus(): void;
  destroy(): void;
}

export function mount(host: HTMLElement, outside: Outside): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const parent = document.createElement("div");
  parent.style.height = "100%";
  root.replaceChildren(parent);

  const extensions = [
    // Before the others: Alt and F together write a letter on some keyboards.
    keymap.of([{ key: "Shift-Alt-f", preventDefault: true, run: () => (outside.format(), true) }]),
    minimalSetup,
    lineNumbers(),
    highlightActiveLine(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    autocompletion({ override: [complete], icons: false }),
    linter(null),
    hoverTooltip((view, offset) => hover(view, offset, outside.theme(), outside.pieces()), { hoverTime: 350 }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap]),
    sbg(),
    looks,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      "aria-label": "Text of the game",
      "data-testid": "editor-content",
      tabindex: "0",
      autocapitalize: "off",
      autocorrect: "off",
      spellcheck: "false",
    }),
    EditorView.domEventHandlers({ beforeinput: overwrite }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) outside.changed(update.state.doc.toString());
    }),
  ];
  const make = (doc: string) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, root, state: make(outside.text) });
  // What is written about the game before it begins can be scrolled to; the reader wants to see the game.
  const toTheGame = () => {
    const begins = view.state.doc.toString().search(/^[^\S\n]*<</m);
    if (begins > 0) view.dispatch({ effects: EditorView.scrollIntoView(begins, { y: "start" }) });
  };
  toTheGame();

  // The list of problems takes room from the editor: what is being written must not slip behind it.
  const size = new ResizeObserver(() => {
    if (!view.hasFocus) return;
    view.dispatch({ effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: "nearest", yMargin: 24 }) });
  });
  size.observe(host);

  return {
    setText(text, fresh = false) {
      if (fresh) {
        view.setState(make(text));
        toTheGame();
      } else view.dispatch({ changes: difference(view.state.doc.toString(), text) });
    },
    setDiagnostics(found) {
      view.dispatch(setDiagnostics(view.state, shown(found, view.state.doc.length)));
    },
    fix(diagnostic) {
      fix(view, diagnostic);
      view.focus();
    },
    goTo(from, to) {
      const end = view.state.doc.length;
      view.dispatch({
        selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
        effects: EditorView.scrollIntoView(Math.min(from, end), { y: "center" }),
      });
      view.focus();
    },
    focus: () => view.focus(),
    destroy() {
      size.disconnect();
      view.destroy();
    },
  };
}

/**
 * Writes over a selection. A browser that did it itself would wrap the new letter in the style of the old text, and the
 * Content-Security-Policy would complain about that.
 */
function overwrite(event: InputEvent, view: EditorView): boolean {
  const { data, inputType } = event;
  const { from, to, empty } = view.state.selection.main;
  if (inputType !== "insertText" || data === null || empty || event.isComposing || view.composing) return false;
  const insert = () =>
    view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
  const handlers = view.state.facet(EditorView.inputHandler);
  if (!handlers.some((handle) => handle(view, from, to, data, insert))) view.dispatch(insert());
  event.preventDefault();
  return true;
}
