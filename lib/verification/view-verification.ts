import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { canTakeMoney } from "@/lib/draws/account/rules";
import type { DrawRecord } from "@/lib/draws/store";
import { listDrawRecords } from "@/lib/draws/store";
import type { LocalText } from "@/lib/local-text";
import { toDollars } from "@/lib/money";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { VerificationPayment } from "./rules.verification";
import { toVerificationPayment, verificationCents } from "./rules.verification";
import { listVerifications } from "./store";

export type VerifiedDraw = { instanceId: string; title: LocalText };

/** `amount` is in dollars. `payments` are in order, the newest first. */
export type VerificationView = { ok: true; amount: number; draws: VerifiedDraw[]; payments: VerificationPayment[] };

const maxPayments = 20;

export async function viewVerification(
  ctx: Context,
): Promise<VerificationView | Refusal<"verification-session-required">> {
  if (ctx.actor.kind !== "verifier") return refuse("verification-session-required");
  const records = await listDrawRecords(ctx.db, "all");
  const areChargeable = await Promise.all(records.map((record) => hasAccount(ctx, record)));
  const draws = records
    .filter((_record, place) => areChargeable[place])
    .map(({ draw }) => ({ instanceId: draw.id, title: draw.title as LocalText }));
  const payments = (await listVerifications(ctx.db, maxPayments)).map(toVerificationPayment);
  return { ok: true, amount: toDollars(verificationCents), draws, payments };
}

async function hasAccount(ctx: Context, { draw }: DrawRecord): Promise<boolean> {
  return canTakeMoney(draw, ctx.mode) && (await readCredentials(ctx, draw.id)) !== null;
}
