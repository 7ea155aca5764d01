// The text of a game in; coloured tokens out. Only for the looks: what the text means, the server says.
import { LanguageSupport, StreamLanguage, type StringStream } from "@codemirror/language";

interface State {
  comment: boolean;
  /** The last token was a comma: a letter after it says what the square holds. */
  comma: boolean;
}

function token(stream: StringStream, state: State): string | null {
  if (state.comment) {
    if (stream.skipTo("*/")) {
      stream.match("*/");
      state.comment = false;
    } else stream.skipToEnd();
    return "comment";
  }
  if (stream.eatSpace()) return null;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match("/*")) {
    state.comment = true;
    return "comment";
  }
  const comma = state.comma;
  state.comma = false;
  if (stream.match(/^<<[^>]*(>>)?/)) return "heading";
  if (stream.match(/^<(BOARD|PIECES|GOALS)>/)) return "keyword";
  if (stream.match(/^\|[^|]*\|?/)) return "string";
  if (stream.match(/^-?[0-9]+/)) return "number";
  if (comma && stream.match(/^[epw]/)) return "atom";
  if (stream.match(/^[A-Za-z]/)) return "typeName";
  if (stream.match(/^[#@]/)) return "labelName";
  if (stream.match(/^[&^*+]/)) return "operator";
  if (stream.match(/^[(),]/)) {
    state.comma = stream.current() === ",";
    return "punctuation";
  }
  stream.next();
  return "invalid";
}

const language = StreamLanguage.define<State>({
  name: "sbg",
  startState: () => ({ comment: false, comma: false }),
  token,
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "|"] },
  },
});

export function sbg(): LanguageSupport {
  return new LanguageSupport(language);
}
