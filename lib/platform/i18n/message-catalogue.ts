import "server-only";

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { FlatMessages, MessageTree } from "./message-tree";
import { flattenMessages } from "./message-tree";
import type { Language } from "./routing";

/** The product's own words of a language as they are written, and what tells them from those of another build. */
export type MessageCatalogue = { tree: MessageTree; flat: FlatMessages; version: string };

const read: Partial<Record<Language, MessageCatalogue>> = {};

/** What tells one text from another, short enough for an address. */
export function versionOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

function readCatalogue(language: Language): MessageCatalogue {
  const text = readFileSync(join(process.cwd(), "messages", `${language}.json`), "utf8");
  const tree = JSON.parse(text) as MessageTree;
  return { tree, flat: flattenMessages(tree), version: versionOf(text) };
}

/**
 * Returns the messages of a language as ICU text. An import of `messages/*.json` returns a build's compiled form, which
 * nothing else can read.
 */
export function catalogueOf(language: Language): MessageCatalogue {
  read[language] ??= readCatalogue(language);
  return read[language];
}
