import "server-only";

import type { Actor } from "@/lib/actor";
import { authorizeEverywhere, checkFreshPasskey } from "@/lib/authorize-admin";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure } from "@/lib/platform/server/log";

import type { BoardingGateway, BoardingState } from "./port.boarding";
import { onboardMerchantSchema } from "./schema.boarding";

/** `merchantId` is null until the application is approved. It belongs in a draw's credentials. */
export type Application = { applicationId: string; state: BoardingState; merchantId: string | null };

const refusals = {
  refused: "boarding-refused",
  unreachable: "boarding-unavailable",
  unknown: "boarding-unknown",
} as const;

/**
 * Submits, changes or reads a merchant's application for an admin. Stores nothing. Refusals: `admin-key-wrong`,
 * `admin-right-missing`, `invalid-input`, `boarding-unavailable`, `boarding-refused`, and `boarding-unknown` if the
 * answer was lost and a new application may exist.
 */
export async function registerMerchant(
  ctx: { actor: Actor; boarding: BoardingGateway | null },
  sent: unknown,
): Promise<{ ok: true; application: Application } | Refusal> {
  const refused = authorizeEverywhere(ctx.actor, "payments") ?? checkFreshPasskey(ctx.actor);
  if (refused) return refused;
  const parsed = parseInput(onboardMerchantSchema, sent);
  if (!parsed.ok) return parsed;
  const input = parsed.value;
  if (!input.application && !input.applicationId) {
    return refuse("invalid-input", [{ field: "application", problem: "required" }]);
  }
  if (!ctx.boarding) return refuse("boarding-unavailable");
  const outcome = await ctx.boarding.submit(input);
  if (outcome.kind === "known") {
    const { applicationId, state, merchantId } = outcome;
    return { ok: true, application: { applicationId, state, merchantId } };
  }
  logFailure("A merchant's application wasn't accepted.", `${outcome.kind}, status ${outcome.status}.`);
  return refuse(refusals[outcome.kind]);
}
