import "server-only";

import { createHash } from "node:crypto";

/** Names for statements that come again and again, so that PostgreSQL parses and plans each once a connection. */
export type StatementNames = {
  /** The name of a statement's text, or undefined while it is not worth one. */
  nameOf: (text: string) => string | undefined;
  /** Renames everything: a migration has changed what a statement returns. */
  renew: () => void;
  /** Stops naming: there is a pooler between us and PostgreSQL that doesn't know names. */
  giveUp: () => void;
};

/** A text is named on its third use: the server doesn't keep one-time statements. */
const usesBeforeName = 2;

/** At most so many texts are counted, and so named: each name costs memory in each connection of the server. */
const maxTexts = 100;

/** A list of any length, in a condition or as rows to insert, has another text for each length. */
const variesInLength = /\bin \(\$\d+, \$\d+|\), \((?:\$\d|default\b)/;

/**
 * Creates the names of one pool. Texts are constant, values are parameters: a text's hash names it everywhere alike.
 */
export function createStatementNames(): StatementNames {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let generation = 0;
  let isUsed = true;

  function nameAfresh(text: string): string | undefined {
    const used = uses.get(text) ?? 0;
    if (used < usesBeforeName) {
      if (used > 0 || (uses.size < maxTexts && !variesInLength.test(text))) uses.set(text, used + 1);
      return undefined;
    }
    const name = `tirage_${generation}_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    names.set(text, name);
    return name;
  }

  return {
    nameOf: (text) => (isUsed ? (names.get(text) ?? nameAfresh(text)) : undefined),
    renew: () => {
      generation += 1;
      names.clear();
    },
    giveUp: () => {
      isUsed = false;
    },
  };
}
