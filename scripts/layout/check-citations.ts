import type { SourceFile } from "./source-file";

/** Reads a document of the repository by its path from the root; null where there is none. */
export type ReadDocument = (path: string) => string | null;

const citation = /\b(docs\/[\w./-]+\.md)(?:, ([A-Z][^();.]*?))?(?=[();.]|$| \*\/)/g;

/** A citation may go on in the next line of its comment. */
function joined(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, " ");
}

function headingsOf(document: string): Set<string> {
  return new Set([...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim()));
}

/** Citations of documents, `docs/name.md, Heading`, that lead nowhere, as lines. Several headings stand apart by `, `. */
export function checkCitations({ path, text }: SourceFile, read: ReadDocument): string[] {
  return [...joined(text).matchAll(citation)].flatMap(([, name = "", cited]) => {
    const document = read(name);
    if (document === null) return [`${path}: cites ${name}, which is not there.`];
    const headings = headingsOf(document);
    const isFound =
      cited === undefined ||
      headings.has(cited.trim()) ||
      cited.split(/, | and /).every((part) => headings.has(part.trim()));
    return isFound ? [] : [`${path}: cites "${cited}" of ${name}, which has no such heading.`];
  });
}
