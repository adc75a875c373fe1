import "server-only";

import type { Context } from "@/lib/context";
import { digestRootLabel, getSecretsLabel, keyCheckLabel } from "@/lib/draws/installation/rules";
import { readInstallation } from "@/lib/draws/installation/store";
import type { Sealer } from "@/lib/platform/server/seal";
import { readKeyId } from "@/lib/platform/server/seal";
import { listAllSealedKeys } from "./rotate-key";

export type SealKind = "installation" | "credentials";

export type SealCount = { kind: SealKind; keyId: string | null; count: number };

export type SealReport = { counts: SealCount[]; closed: { drawId: string | null; keyId: string | null }[] };

type Secret = { kind: SealKind; drawId: string | null; sealed: string; label: string };

export async function countSeals({ db, sealer }: Pick<Context, "db" | "sealer">): Promise<SealReport> {
  let report: SealReport = { counts: [], closed: [] };
  for (const secret of await listOwnSecrets(db)) report = addSecret(report, sealer, secret);
  for await (const { drawId, sealed } of listAllSealedKeys(db)) {
    report = addSecret(report, sealer, { kind: "credentials", drawId, sealed, label: getSecretsLabel(drawId) });
  }
  return report;
}

async function listOwnSecrets(db: Context["db"]): Promise<Secret[]> {
  const installation = await readInstallation(db);
  const secret = (sealed: string, label: string): Secret => ({ kind: "installation", drawId: null, sealed, label });
  if (!installation) return [];
  const { keyCheck, digestRoot } = installation;
  return [secret(keyCheck, keyCheckLabel), ...(digestRoot ? [secret(digestRoot, digestRootLabel)] : [])];
}

function addSecret({ counts, closed }: SealReport, sealer: Sealer, secret: Secret): SealReport {
  const { kind, drawId, sealed, label } = secret;
  const owner = sealer.findKeyId(sealed, label);
  const keyId = owner ?? readKeyId(sealed);
  return { counts: addSeal(counts, kind, keyId), closed: owner ? closed : [...closed, { drawId, keyId }] };
}

function addSeal(counts: SealCount[], kind: SealKind, keyId: string | null): SealCount[] {
  const matches = (each: SealCount) => each.kind === kind && each.keyId === keyId;
  if (!counts.some(matches)) return [...counts, { kind, keyId, count: 1 }];
  return counts.map((each) => (matches(each) ? { ...each, count: each.count + 1 } : each));
}

export function countOthers(counts: readonly SealCount[], keyId: string): number {
  return counts.reduce((total, each) => (each.keyId === keyId ? total : total + each.count), 0);
}
