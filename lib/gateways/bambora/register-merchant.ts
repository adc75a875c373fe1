import "server-only";

import type { Actor } from "@/lib/actor";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure } from "@/lib/platform/server/log";
import { refuseAdmin } from "@/lib/refuse-admin";

import type { BoardingGateway, BoardingState } from "./port.boarding";
import { onboardMerchantSchema } from "./schema.boarding";

/**
 * An application as it stands; `merchantId` is told once it is approved, and belongs into the credentials of a draw.
 */
export type Application = { applicationId: string; state: BoardingState; merchantId: string | null };

const refusals = {
  refused: "boarding-refused",
  unreachable: "boarding-unavailable",
  unknown: "boarding-unknown",
} as const;

/**
 * Hands in a merchant's application, changes it, or asks how it stands. Nothing of it is kept here: the service knows
 * its state, and what an applicant tells is theirs. Refusals: `admin-key-wrong`, `admin-right-missing`,
 * `invalid-input`, `boarding-unavailable` when it is not set up or does not answer, `boarding-unknown` when a new
 * application may have been taken although nothing says so, `boarding-refused`; what the service did not take is
 * logged.
 */
export async function registerMerchant(
  ctx: { actor: Actor; boarding: BoardingGateway | null },
  sent: unknown,
): Promise<{ ok: true; application: Application } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "payments");
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
