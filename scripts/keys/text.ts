import type { SealKind, SealReport } from "@/lib/keys/count-seals";
import { countOthers } from "@/lib/keys/count-seals";
import { tableLines } from "@/scripts/command/text-table";

const kinds: Record<SealKind, string> = {
  installation: "the database's own (key check, root of digests)",
  credentials: "payment credentials of draws",
};

export function sealLines(report: SealReport, keyIds: readonly string[]): string[] {
  const rows = report.counts.map(({ kind, keyId, count }) => [
    kinds[kind],
    keyId ?? "unknown",
    locateKey(keyId, keyIds),
    String(count),
  ]);
  const table = tableLines(
    [
      ["sealed", "left"],
      ["key", "left"],
      ["where it is", "left"],
      ["secrets", "right"],
    ],
    rows,
  );
  return [...table, ...closedLines(report), ...summarize(report, keyIds)];
}

function locateKey(keyId: string | null, [current, ...previous]: readonly string[]): string {
  if (keyId === current) return "SECRETS_KEY";
  return keyId && previous.includes(keyId) ? "SECRETS_KEY_PREVIOUS" : "not here";
}

function summarize({ counts, closed }: SealReport, keyIds: readonly string[]): string[] {
  const [current = ""] = keyIds;
  const others = countOthers(counts, current);
  if (others > closed.length)
    return ["Keys in SECRETS_KEY_PREVIOUS are still needed. When every process has both: npm run keys -- rotate"];
  if (closed.length > 0) return [];
  if (keyIds.length === 1) return ["Everything is sealed with SECRETS_KEY."];
  return [
    "Everything is sealed with SECRETS_KEY, and SECRETS_KEY_PREVIOUS can be removed.",
    "Keep the earlier key with the backups that were made before: they open with it alone.",
  ];
}

function closedLines({ closed }: SealReport): string[] {
  return closed.map(({ drawId, keyId }) => {
    const whose = drawId === null ? "A secret of the database itself" : `The credentials of ${drawId}`;
    const key = keyId === null ? "an unknown key" : `the key ${keyId}`;
    const remedy = drawId === null ? "" : ", or import them again";
    return `${whose}: sealed with ${key}. Add that key to SECRETS_KEY_PREVIOUS${remedy}.`;
  });
}
