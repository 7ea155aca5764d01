// Places in the text in; what the server knows about them out, in CodeMirror's terms.
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { Diagnostic as Shown } from "@codemirror/lint";
import type { ChangeSpec } from "@codemirror/state";
import type { EditorView, Tooltip } from "@codemirror/view";
import { post } from "../lib/api";
import { coded, plain } from "../lib/code";
import type { Completions, Diagnostic, Edit, GameInfo, Hover, Theme } from "../lib/types";

/** What may start a completion while writing; elsewhere it comes on demand only. */
const STARTS = /[A-Za-z<(,^#@]$/;

export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  if (!context.explicit && !context.matchBefore(STARTS)) return null;
  const gone = new AbortController();
  context.addEventListener("abort", () => gone.abort());
  try {
    const text = context.state.doc.toString();
    const found = await post<Completions>("/api/complete", { text, offset: context.pos }, gone.signal);
    if (!found.options.length) return null;
    return {
      from: found.from,
      to: found.to,
      options: found.options.map((o, i) => ({
        label: o.label,
        detail: o.detail,
        apply: o.insert,
        type: o.kind,
        // The server's order: what is wanted most comes first.
        sortText: String(i).padStart(4, "0"),
      })),
    };
  } catch {
    // No help is better than a message in the middle of a word.
    return null;
  }
}

export async function hover(view: EditorView, offset: number, theme: Theme, pieces: GameInfo["drawn"]): Promise<Tooltip | null> {
  try {
    const text = view.state.doc.toString();
    const found = (await post<{ hover: Hover | null }>("/api/hover", { text, offset, theme, pieces })).hover;
    if (!found) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: card(found) }) };
  } catch {
    return null;
  }
}

/** A message with its code set as code. */
function words(message: string): Node[] {
  return coded(message).map(({ text, code }) => {
    const node = document.createElement(code ? "code" : "span");
    node.textContent = text;
    return node;
  });
}

function card(hover: Hover): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "sbg-hover";
  const title = document.createElement("strong");
  title.append(...words(hover.title));
  const text = document.createElement("p");
  text.append(...words(hover.text));
  dom.append(title, text);
  if (hover.svg) {
    const picture = new DOMParser().parseFromString(hover.svg, "image/svg+xml").documentElement;
    if (picture.localName === "svg") dom.append(document.importNode(picture, true));
  }
  return dom;
}

export function changes(edits: readonly Edit[]): ChangeSpec[] {
  return edits.map(({ from, to, insert }) => ({ from, to, insert }));
}

/** The server's findings as CodeMirror shows them; offsets beyond the text are brought into it. */
export function shown(found: readonly Diagnostic[], length: number): Shown[] {
  const clamp = (offset: number) => Math.max(0, Math.min(length, offset));
  return found.map((d) => ({
    from: clamp(d.from),
    to: clamp(Math.max(d.from, d.to)),
    severity: d.severity,
    source: d.code,
    message: plain(d.message),
    renderMessage: () => message(d),
    ...(d.fix ? { actions: [{ name: plain(d.fix.title), apply: (view: EditorView) => fix(view, d) }] } : {}),
  }));
}

export function fix(view: EditorView, diagnostic: Diagnostic): void {
  if (diagnostic.fix) view.dispatch({ changes: changes(diagnostic.fix.edits), userEvent: "input.fix" });
}

function message(diagnostic: Diagnostic): HTMLElement {
  const dom = document.createElement("div");
  dom.append(...words(diagnostic.message));
  if (diagnostic.help) {
    const help = document.createElement("div");
    help.className = "sbg-help";
    help.append(...words(diagnostic.help));
    dom.append(help);
  }
  return dom;
}
