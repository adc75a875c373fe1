import "server-only";

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { FlatMessages, MessageTree } from "./message-tree";
import { flattenMessages } from "./message-tree";
import type { Language } from "./routing";

export type MessageCatalogue = { tree: MessageTree; flat: FlatMessages; version: string };

const catalogues: Partial<Record<Language, MessageCatalogue>> = {};

export function hashVersion(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

function readCatalogue(language: Language): MessageCatalogue {
  const text = readFileSync(join(process.cwd(), "messages", `${language}.json`), "utf8");
  const tree = JSON.parse(text) as MessageTree;
  return { tree, flat: flattenMessages(tree), version: hashVersion(text) };
}

/** ICU text, read from the file, because an import of `messages/*.json` returns the build's compiled form. */
export function findMessageCatalogue(language: Language): MessageCatalogue {
  catalogues[language] ??= readCatalogue(language);
  return catalogues[language];
}
