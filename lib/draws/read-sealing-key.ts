import "server-only";

import type { Context } from "@/lib/context";
import { requireOwner } from "./require-owner";
import { checkLabel } from "./rules.secrets";
import { readKeyCheck } from "./store.accounts";

/**
 * The id of the key that seals now, as the database knows it, which may be an earlier one than this process prefers;
 * undefined before the first server. In a transaction it stays so until the end: what is sealed meanwhile is not missed
 * by a change of the key. Throws `WrongSecretsKey` if this process doesn't have it.
 */
export async function readSealingKey({ db, sealer }: Pick<Context, "db" | "sealer">): Promise<string | undefined> {
  const keyCheck = await readKeyCheck(db);
  return keyCheck === null ? undefined : requireOwner(sealer, keyCheck, checkLabel);
}
