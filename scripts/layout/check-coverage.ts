import type { ReadDocument } from "./check-citations";

export const coverageDocument = "docs/spec-coverage.md";

export const securityDocument = "docs/security.md";

type Findings = { errors: string[]; warnings: string[] };

const testFile = /\.test\.tsx?$/;

/** A proof is a test file and a part of a test's title, separated by a colon. */
const proof = /^`([^`]+)`: (.+)$/;

const exemption = /^(?:Not met|Operator|No test): \S/;

/**
 * Each row names an existing test file and a part of a title in it, several separated by `<br>`. A row whose proof is
 * `open` is a warning.
 */
export function checkCoverage(read: ReadDocument): Findings {
  const document = read(coverageDocument);
  if (document === null) return { errors: [`${coverageDocument} does not exist.`], warnings: [] };
  const rows = parseRows(document, coverageDocument).map(({ cells, where }) => checkRow(cells, where, read));
  const none = rows.length === 0 ? [`${coverageDocument}: has no rows.`] : [];
  return {
    errors: [...none, ...rows.flatMap(({ errors }) => errors)],
    warnings: rows.flatMap(({ warnings }) => warnings),
  };
}

/** The third cell of each requirement is such a proof, or the reason for having no test. */
export function checkSecurity(read: ReadDocument): string[] {
  const rows = parseRows(read(securityDocument) ?? "", securityDocument);
  if (rows.length === 0) return [`${securityDocument}: has no rows.`];
  return rows.flatMap(({ cells, where }) => {
    const [requirement = "", , proofText = ""] = cells;
    if (cells.length !== 3 || !requirement || !proofText)
      return [`${where}: a row is a requirement, a control, a proof.`];
    const parts = proofText.split("<br>").filter((part) => !exemption.test(part.trim()));
    return parts.flatMap((part) => findProofProblem(part, read) ?? []).map((problem) => `${where}: ${problem}`);
  });
}

export function checkNamedTests(path: string, text: string, known: ReadonlySet<string>): string[] {
  const named = new Set([...text.matchAll(namedTest)].map(([, name = ""]) => name));
  return [...named].filter((name) => !known.has(name)).map((name) => `${path}: names ${name}, which does not exist.`);
}

function findProofProblem(part: string, read: ReadDocument): string | null {
  const [, path = "", title = ""] = proof.exec(part.trim()) ?? [];
  if (!path) return `"${part.trim()}" is no proof: a test file and a title.`;
  if (!testFile.test(path)) return `${path} is no test file.`;
  const text = read(path);
  if (text === null) return `${path} does not exist.`;
  return text.includes(title.trim()) ? null : `${path} has no "${title.trim()}".`;
}

function checkRow(cells: readonly string[], where: string, read: ReadDocument): Findings {
  const [statement = "", proofText = ""] = cells;
  if (cells.length !== 2 || !statement || !proofText) {
    return { errors: [`${where}: a row is a statement and its proof.`], warnings: [] };
  }
  if (proofText === "open") return { errors: [], warnings: [`${where}: open: ${statement}`] };
  const problems = proofText.split("<br>").flatMap((part) => findProofProblem(part, read) ?? []);
  return { errors: problems.map((problem) => `${where}: ${problem}`), warnings: [] };
}

function parseRows(document: string, name: string): { cells: string[]; where: string }[] {
  return document.split("\n").flatMap((line, index, lines) => {
    const isRow = line.startsWith("|") && !/^\|[\s|:-]*$/.test(line) && !/^\|[\s|:-]*$/.test(lines[index + 1] ?? "");
    const cells = line.split("|").slice(1, -1);
    return isRow ? [{ cells: cells.map((cell) => cell.trim()), where: `${name}:${index + 1}` }] : [];
  });
}

const namedTest = /`([^`\s*]+\/[^`\s*]+\.test\.tsx?)`/g;
