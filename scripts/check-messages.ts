import { readFileSync } from "node:fs";

import { fieldProblemKeys, refusalStatuses } from "@/lib/platform/http/reasons";
import type { FlatMessages, MessageTree } from "@/lib/platform/i18n/message-tree";
import { flattenMessages } from "@/lib/platform/i18n/message-tree";
import { readSourceFiles } from "@/scripts/layout/source-file";
import { compareMessages, missingKeys } from "@/scripts/messages/compare-messages";

function readMessages(language: string): FlatMessages {
  return flattenMessages(JSON.parse(readFileSync(`messages/${language}.json`, "utf8")) as MessageTree);
}

/** Only warnings, because a computed key may be among them. */
function unusedKeys(messages: FlatMessages): string[] {
  const code = readSourceFiles(process.cwd())
    .filter((file) => /^(app|components|lib|middleware\.ts)/.test(file.path))
    .map((file) => file.text)
    .join("\n");
  return [...messages.keys()].filter((key) => !code.includes(key.split(".").pop() ?? ""));
}

const english = readMessages("en");
const french = readMessages("fr");
const errors = [
  ...compareMessages(english, french),
  ...missingKeys(english, "reasons", Object.keys(refusalStatuses)),
  ...missingKeys(english, "fieldProblems", fieldProblemKeys),
];
const warnings = unusedKeys(english);

for (const key of warnings) console.warn(`warning: ${key}: no code speaks of it.`);
for (const error of errors) console.error(`error: ${error}`);
console.log(`messages: ${english.size} keys, ${errors.length} errors, ${warnings.length} warnings`);
process.exitCode = errors.length > 0 ? 1 : 0;
