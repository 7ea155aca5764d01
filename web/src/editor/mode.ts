// The text of a game in; coloured tokens out. Only for the looks: what the text means, the server says.
import { COMMENT, SECTION } from "../lib/lexis";
import { LanguageSupport, StreamLanguage, type StringStream } from "@codemirror/language";

interface State {
  comment: boolean;
  /** The last token was a comma: a letter after it says what the square holds. */
  comma: boolean;
}

const TAG = new RegExp(`^${SECTION.source}`);

function token(stream: StringStream, state: State): string | null {
  if (state.comment) {
    if (stream.skipTo(COMMENT.close)) {
      stream.match(COMMENT.close);
      state.comment = false;
    } else stream.skipToEnd();
    return "comment";
  }
  if (stream.eatSpace()) return null;
  if (stream.match(COMMENT.line)) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(COMMENT.open)) {
    state.comment = true;
    return "comment";
  }
  const comma = state.comma;
  state.comma = false;
  if (stream.match(/^<<[^>]*(>>)?/)) return "heading";
  if (stream.match(TAG)) return "keyword";
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
    commentTokens: { line: COMMENT.line, block: { open: COMMENT.open, close: COMMENT.close } },
    closeBrackets: { brackets: ["(", "|"] },
  },
});

export function sbg(): LanguageSupport {
  return new LanguageSupport(language);
}
