import "server-only";

import type { AuditActor } from "@/lib/audit/rules";
import type { NewChainEntry } from "@/lib/audit/store";
import { writeChainEntry } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { SealedKeys } from "@/lib/draws/account/store";
import { listSealedKeys, replaceSealedKeys } from "@/lib/draws/account/store";
import { digestRootLabel, getSecretsLabel, keyCheckLabel, keyCheckText } from "@/lib/draws/installation/rules";
import { readInstallationForUpdate, saveInstallationSeals } from "@/lib/draws/installation/store";
import type { Sealer } from "@/lib/platform/server/seal";
import type { KeyAction } from "./rules";
import { keysChain } from "./rules";

type RotationContext = Pick<Context, "db" | "now" | "sealer"> & { actor: AuditActor };

/** Each secret of a page is rewritten by its own statement, so that no payment waits for a whole page. */
const pageSize = 100;

/** May run while processes that have both keys sell. It may be interrupted and repeated, and may run twice at once. */
export async function rotateKey(ctx: RotationContext): Promise<{ changed: boolean; resealed: number }> {
  const changed = await changeKey(ctx);
  let resealed = 0;
  for await (const secret of listAllSealedKeys(ctx.db)) if (await reseal(ctx, secret)) resealed += 1;
  return { changed, resealed };
}

async function changeKey({ db, now, sealer, actor }: RotationContext): Promise<boolean> {
  return db.transaction(async (tx) => {
    const installation = await readInstallationForUpdate(tx);
    if (!installation?.digestRoot) {
      throw new Error("The database has no root of digests: no server has started on it.");
    }
    const { keyCheck, digestRoot } = installation;
    if (isCurrent(sealer, keyCheck, keyCheckLabel) && isCurrent(sealer, digestRoot, digestRootLabel)) return false;
    await saveInstallationSeals(tx, {
      keyCheck: sealer.seal(keyCheckText, keyCheckLabel),
      digestRoot: sealer.seal(sealer.open(digestRoot, digestRootLabel), digestRootLabel),
    });
    const detail = { from: sealer.findKeyId(keyCheck, keyCheckLabel), to: sealer.keyId };
    const entry: NewChainEntry<KeyAction> = { action: "secrets-key-changed", at: now(), actor, detail };
    await writeChainEntry(tx, keysChain, entry);
    return true;
  });
}

function isCurrent({ keyId, findKeyId }: Sealer, sealed: string, label: string): boolean {
  return findKeyId(sealed, label) === keyId;
}

async function reseal({ db, sealer }: RotationContext, { drawId, sealed }: SealedKeys): Promise<boolean> {
  const label = getSecretsLabel(drawId);
  const owner = sealer.findKeyId(sealed, label);
  if (owner === null || owner === sealer.keyId) return false;
  return replaceSealedKeys(db, { drawId, sealed }, sealer.seal(sealer.open(sealed, label), label));
}

export async function* listAllSealedKeys(db: Context["db"]): AsyncGenerator<SealedKeys> {
  for (let after = "", isMore = true; isMore; ) {
    const page = await listSealedKeys(db, after, pageSize);
    yield* page;
    isMore = page.length === pageSize;
    after = page.at(-1)?.drawId ?? after;
  }
}
