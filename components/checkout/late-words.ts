import { versionOf } from "@/lib/platform/i18n/message-catalogue";
import type { MessageBranch } from "@/lib/platform/i18n/message-parts";
import { pickMessages } from "@/lib/platform/i18n/message-parts";
import { ownWordsOf } from "@/lib/platform/i18n/page-words";
import type { Language } from "@/lib/platform/i18n/routing";

const namespaces = {
  checkout: ["live.stops", "checkout", "reasons", "fieldProblems"],
  kiosk: ["live.stops", "checkout", "reasons", "fieldProblems", "order"],
} as const;

/** A page whose words come in two parts: on a buyer's own device, or on a tablet that strangers share. */
export type LatePage = keyof typeof namespaces;

type LateWords = { words: MessageBranch; version: string };

const read = new Map<string, LateWords>();

/** What a page says once somebody does something, in the product's own words, and their version. */
export async function readLateWords(page: LatePage, language: Language): Promise<LateWords> {
  const name = `${page} ${language}`;
  const known = read.get(name);
  if (known) return known;
  const { default: messages } = await import(`@/messages/${language}.json`);
  const words = pickMessages(messages, namespaces[page]);
  const found = { words, version: versionOf(JSON.stringify(words)) };
  read.set(name, found);
  return found;
}

/** Where the browser asks for them: an address that changes with them, so that they may be kept. */
export async function lateWordsPath(page: LatePage, language: Language): Promise<string> {
  const { version } = await readLateWords(page, language);
  return `/_i18n/${language}/${page}.json?v=${version}`;
}

function treeOf(path: string, message: unknown): MessageBranch {
  return path.split(".").reduceRight<MessageBranch>((inner, key) => ({ [key]: inner }), message as MessageBranch);
}

/** Of the draw whose page is rendered, its own words among those that come late; empty for most. */
export function ownLateWords(page: LatePage, language: Language): MessageBranch[] {
  const isLate = (path: string) => namespaces[page].some((name) => path.startsWith(`${name}.`));
  return Object.entries(ownWordsOf(language)).flatMap(([path, word]) => (isLate(path) ? [treeOf(path, word)] : []));
}
