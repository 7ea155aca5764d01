// How the text of a game is divided, as far as the page itself must know it: comments and sections. All else the server says.

export const COMMENT = { line: "//", open: "/*", close: "*/" };

/** A comment, wherever it stands. */
export const COMMENTS = /\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** The tag of a section. */
export const SECTION = /<(BOARD|PIECES|GOALS)>/;

/** Where the sections begin and end, tags included; a tag in a comment is none. */
export function sections(text: string): { name: string; from: number; to: number }[] {
  // Every other character keeps its place.
  const plain = text.replaceAll(COMMENTS, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const tags = [...plain.matchAll(new RegExp(SECTION, "g"))];
  return tags.map((tag, at) => ({ name: tag[1]!, from: tag.index, to: tags[at + 1]?.index ?? text.length }));
}
