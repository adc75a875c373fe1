const mostColumns = 120;

const codePattern = /\.(ts|tsx|mts|mjs|js|css)$/;
const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

const comment = /^\s*(?:\/\*|\*|\/\/)/;

/** What a sentence or a list of classes takes cannot be told in fewer columns: in code it counts as nothing. */
function columnsOfCode(line: string): number {
  return line.length <= mostColumns || comment.test(line) ? line.length : line.replace(quoted, '""').length;
}

/** Rows of tables stand in one line, and links count as nothing: neither can be broken. */
function columnsOfText(line: string): number {
  if (line.length <= mostColumns || /^\s*\|/.test(line)) return 0;
  return line.replace(/\[[^\]]*\]\([^)]*\)|https?:\/\/\S+/g, "").length;
}

/** Lines over 120 columns, strings, rows of tables and links aside, by the path and the text of a file. */
export function checkColumns(path: string, text: string): string[] {
  const isText = path.endsWith(".md");
  if (!isText && !codePattern.test(path)) return [];
  const columnsOf = isText ? columnsOfText : columnsOfCode;
  return text.split("\n").flatMap((line, index) => {
    const columns = columnsOf(line);
    return columns > mostColumns ? [`${path}:${index + 1}: ${columns} columns, at most ${mostColumns}.`] : [];
  });
}
