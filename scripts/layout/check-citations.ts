import type { SourceFile } from "./source-file";

export type ReadDocument = (path: string) => string | null;

const citation = /\b(docs\/[\w./-]+\.md)(?:, ([A-Z][^();.]*?))?(?=[();.]|$| \*\/)/g;

export function checkCitations({ path, text }: SourceFile, read: ReadDocument): string[] {
  return [...joinCommentLines(text).matchAll(citation)].flatMap(([, name = "", cited]) => {
    const document = read(name);
    if (document === null) return [`${path}: cites ${name}, which does not exist.`];
    const isFound = cited === undefined || matchesHeading(cited.trim(), listHeadings(document));
    return isFound ? [] : [`${path}: cites "${cited}" of ${name}, which has no such heading.`];
  });
}

/** A citation may continue on the next line of its comment. */
function joinCommentLines(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, " ");
}

function listHeadings(document: string): string[] {
  return [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim());
}

/** After a heading, a comment may continue with a comma, a colon or another heading. */
function matchesHeading(cited: string, headings: readonly string[]): boolean {
  return headings.some((heading) => cited.startsWith(heading) && /^(, |: | and |$)/.test(cited.slice(heading.length)));
}
