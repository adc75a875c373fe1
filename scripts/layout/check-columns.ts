const maxColumns = 120;

const codePattern = /\.(ts|tsx|mts|mjs|js|css)$/;
const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

const comment = /^\s*(?:\/\*|\*|\/\/)/;

export function checkColumns(path: string, text: string): string[] {
  const isText = path.endsWith(".md");
  if (!isText && !codePattern.test(path)) return [];
  const countColumns = isText ? countTextColumns : countCodeColumns;
  return text.split("\n").flatMap((line, index) => {
    const columns = countColumns(line);
    return columns > maxColumns ? [`${path}:${index + 1}: ${columns} columns, at most ${maxColumns}.`] : [];
  });
}

/** Strings don't count, because they may be sentences or lists of classes. */
function countCodeColumns(line: string): number {
  return line.length <= maxColumns || comment.test(line) ? line.length : line.replace(quoted, '""').length;
}

/** Table rows and links don't count, because neither can be broken. */
function countTextColumns(line: string): number {
  if (line.length <= maxColumns || /^\s*\|/.test(line)) return 0;
  return line.replace(/\[[^\]]*\]\([^)]*\)|https?:\/\/\S+/g, "").length;
}
