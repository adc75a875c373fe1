import "server-only";

import { systemActor } from "@/lib/audit/rules";
import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/durations";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { deleteWithEntry } from "./erase-access";
import { hasAccessEndedBy } from "./rules";
import { lockPerson } from "./store";
import { listFormerPersons } from "./store.erasure";

const personsPerRun = 100;

/** Erases people whose access ended longer ago than buyers are kept, and returns how many. */
export async function eraseFormerPersons(ctx: Context): Promise<number> {
  const before = daysAfter(ctx.now(), -ctx.retention.buyersDays);
  const personIds = await withRetry(ctx, () => listFormerPersons(ctx.db, before, personsPerRun));
  for (const personId of personIds) {
    await transact(ctx, async (tx) => {
      const person = await lockPerson(tx, personId);
      // The person may have been invited again since the list was read.
      if (person && hasAccessEndedBy(person, before)) await deleteWithEntry(ctx, tx, person, systemActor);
      return null;
    });
  }
  return personIds.length;
}
