import type { ReadDocument } from "./check-citations";

/** Where every statement about the product stands beside the test that proves it. */
export const coverageDocument = "docs/spec-coverage.md";

/** What is wrong with the document, and what it says is not built yet. */
type Findings = { errors: string[]; warnings: string[] };

const testFile = /\.test\.tsx?$/;

/** `path`: part of a title. */
const proof = /^`([^`]+)`: (.+)$/;

function wrongWith(part: string, read: ReadDocument): string | null {
  const [, path = "", title = ""] = proof.exec(part.trim()) ?? [];
  if (!path) return `"${part.trim()}" is no proof: a test file and a title.`;
  if (!testFile.test(path)) return `${path} is no test file.`;
  const text = read(path);
  if (text === null) return `${path} is not there.`;
  return text.includes(title.trim()) ? null : `${path} has no "${title.trim()}".`;
}

function checkRow(cells: readonly string[], where: string, read: ReadDocument): Findings {
  const [statement = "", given = ""] = cells;
  if (cells.length !== 2 || !statement || !given) {
    return { errors: [`${where}: a row is a statement and its proof.`], warnings: [] };
  }
  if (given === "open") return { errors: [], warnings: [`${where}: open: ${statement}`] };
  const wrong = given.split("<br>").flatMap((part) => wrongWith(part, read) ?? []);
  return { errors: wrong.map((problem) => `${where}: ${problem}`), warnings: [] };
}

/**
 * Checks that each row of the tables of the coverage names a test file that exists and a part of a title that stands in
 * it; several are parted by `<br>`. A row whose proof is `open` is a warning.
 */
export function checkCoverage(read: ReadDocument): Findings {
  const document = read(coverageDocument);
  if (document === null) return { errors: [`${coverageDocument} is not there.`], warnings: [] };
  const rows = document.split("\n").flatMap((line, index) => {
    const isRow = line.startsWith("|") && !/^\|[\s|:-]*$/.test(line) && !/^\| statement \| proof \|$/.test(line);
    const cells = line.split("|").slice(1, -1);
    return isRow
      ? [
          checkRow(
            cells.map((cell) => cell.trim()),
            `${coverageDocument}:${index + 1}`,
            read,
          ),
        ]
      : [];
  });
  const none = rows.length === 0 ? [`${coverageDocument}: has no rows.`] : [];
  return {
    errors: [...none, ...rows.flatMap(({ errors }) => errors)],
    warnings: rows.flatMap(({ warnings }) => warnings),
  };
}
