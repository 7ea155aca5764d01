// A message of the server in; its parts out, those between backticks as code. A backtick without another one is left.

export interface Part {
  text: string;
  code: boolean;
}

export function coded(message: string): Part[] {
  const parts = message.split("`");
  const lone = parts.length % 2 ? null : parts.pop()!;
  const found = parts.map((text, i) => ({ text, code: i % 2 === 1 }));
  if (lone !== null) found.push({ text: `\`${lone}`, code: false });
  return found.filter(({ text }) => text !== "");
}

/** Where nothing can be set as code. */
export function plain(message: string): string {
  return coded(message).map(({ text }) => text).join("");
}
