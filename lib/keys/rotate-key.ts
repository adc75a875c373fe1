import "server-only";

import type { AuditActor } from "@/lib/audit/rules";
import type { NewChainEntry } from "@/lib/audit/store";
import { writeChainEntry } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { SealedKeys } from "@/lib/draws/account/store";
import { listSealedKeys, replaceSealedKeys } from "@/lib/draws/account/store";
import { checkLabel, checkText, rootLabel, secretsLabel } from "@/lib/draws/installation/rules";
import { readInstallationForUpdate, saveInstallationSeals } from "@/lib/draws/installation/store";
import type { Sealer } from "@/lib/platform/server/seal";
import type { KeyAction } from "./rules.audit";
import { keysChain } from "./rules.audit";

type Rotation = Pick<Context, "db" | "now" | "sealer"> & { actor: AuditActor };

/** Secrets that are read at once; each is written by a statement of its own, so that no payment waits for another. */
const batch = 100;

function isCurrent({ keyId, ownerOf }: Sealer, sealed: string, label: string): boolean {
  return ownerOf(sealed, label) === keyId;
}

/** From now on every process seals with the current key; the root of digests stays what it is. */
async function changeKey({ db, now, sealer, actor }: Rotation): Promise<boolean> {
  return db.transaction(async (tx) => {
    const known = await readInstallationForUpdate(tx);
    if (!known?.digestRoot) throw new Error("The database has no root of digests: no server has started on it.");
    const { keyCheck, digestRoot } = known;
    if (isCurrent(sealer, keyCheck, checkLabel) && isCurrent(sealer, digestRoot, rootLabel)) return false;
    await saveInstallationSeals(tx, {
      keyCheck: sealer.seal(checkText, checkLabel),
      digestRoot: sealer.seal(sealer.open(digestRoot, rootLabel), rootLabel),
    });
    const detail = { from: sealer.ownerOf(keyCheck, checkLabel), to: sealer.keyId };
    const entry: NewChainEntry<KeyAction> = { action: "secrets-key-changed", at: now(), actor, detail };
    await writeChainEntry(tx, keysChain, entry);
    return true;
  });
}

/** Seals credentials with the current key, unless others came meanwhile or no key here opens them. */
async function sealAnew({ db, sealer }: Rotation, { drawId, sealed }: SealedKeys): Promise<boolean> {
  const label = secretsLabel(drawId);
  const owner = sealer.ownerOf(sealed, label);
  if (owner === null || owner === sealer.keyId) return false;
  return replaceSealedKeys(db, { drawId, sealed }, sealer.seal(sealer.open(sealed, label), label));
}

/**
 * Makes the current key the one that seals, and seals anew what an earlier one sealed. It may run while processes that
 * have both keys sell, be broken off and run again, or run twice at once. What no key here opens stays as it is
 * (`countSeals` lists it). Gives whether the key changed and how many credentials were sealed anew.
 */
export async function rotateKey(ctx: Rotation): Promise<{ changed: boolean; resealed: number }> {
  const changed = await changeKey(ctx);
  let resealed = 0;
  for (let after = "", more = true; more; ) {
    const found = await listSealedKeys(ctx.db, after, batch);
    for (const each of found) if (await sealAnew(ctx, each)) resealed += 1;
    more = found.length === batch;
    after = found.at(-1)?.drawId ?? after;
  }
  return { changed, resealed };
}
