import "server-only";

import type { Context } from "@/lib/context";
import { listSealedKeys } from "@/lib/draws/account/store";
import { checkLabel, rootLabel, secretsLabel } from "@/lib/draws/installation/rules";
import { readInstallation } from "@/lib/draws/installation/store";
import type { Sealer } from "@/lib/platform/server/seal";
import { namedKeyOf } from "@/lib/platform/server/seal";
import type { SealKind, SealReport } from "./rules.seals";
import { addSeal } from "./rules.seals";

/** Secrets that one statement reads. */
const batch = 200;

type Secret = { kind: SealKind; drawId: string | null; sealed: string; label: string };

function add({ counts, closed }: SealReport, sealer: Sealer, { kind, drawId, sealed, label }: Secret): SealReport {
  const owner = sealer.ownerOf(sealed, label);
  const keyId = owner ?? namedKeyOf(sealed);
  return { counts: addSeal(counts, kind, keyId), closed: owner ? closed : [...closed, { drawId, keyId }] };
}

async function listOwn(db: Context["db"]): Promise<Secret[]> {
  const known = await readInstallation(db);
  const secret = (sealed: string, label: string): Secret => ({ kind: "installation", drawId: null, sealed, label });
  if (!known) return [];
  return [secret(known.keyCheck, checkLabel), ...(known.digestRoot ? [secret(known.digestRoot, rootLabel)] : [])];
}

/** Counts what is stored sealed by the key that opens it, or that it names; changes nothing. */
export async function countSeals({ db, sealer }: Pick<Context, "db" | "sealer">): Promise<SealReport> {
  let report: SealReport = { counts: [], closed: [] };
  for (const secret of await listOwn(db)) report = add(report, sealer, secret);
  for (let after = "", more = true; more; ) {
    const found = await listSealedKeys(db, after, batch);
    for (const { drawId, sealed } of found)
      report = add(report, sealer, { kind: "credentials", drawId, sealed, label: secretsLabel(drawId) });
    more = found.length === batch;
    after = found.at(-1)?.drawId ?? after;
  }
  return report;
}
