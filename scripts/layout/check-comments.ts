const codePattern = /\.(ts|tsx|mts|mjs|js|css)$/;
const lineComment = /^\s*\/\//;
const commentStart = /^\s*(?:\{?\/\*+|\/\/)\s*/;
const fragment = /^(?:Of|Its|Those|Under which|Whether|True if) /;

/** A comment that is no sentence can't be understood before the code. */
export function checkComments(path: string, text: string): string[] {
  if (!codePattern.test(path)) return [];
  const lines = text.split("\n");
  return lines.flatMap((_line, index) => {
    const [opener] = fragment.exec(readFirstWords(lines, index)) ?? [];
    if (!opener) return [];
    return [`${path}:${index + 1}: a comment that begins with "${opener.trim()}" is no sentence.`];
  });
}

/** The first words of a block comment may be on the line after its start. */
function readFirstWords(lines: readonly string[], index: number): string {
  const line = lines[index] ?? "";
  if (!commentStart.test(line)) return "";
  const continues = lineComment.test(line) && lineComment.test(lines[index - 1] ?? "");
  if (continues) return "";
  return line.replace(commentStart, "") || (lines[index + 1] ?? "").replace(/^\s*\*?\s*/, "");
}
