import "server-only";

import type { Context } from "@/lib/context";

import type { UnfitAccount } from "./rules.account";
import { judgeAccount } from "./rules.account";
import type { ApiKeys } from "./schema";

const dayMs = 24 * 60 * 60_000;

/** How far back the report is read: what an account was before says little of what it is. */
const spanMs = 30 * dayMs;

/** What is known of an account; `refused`: its reporting passcode opens nothing, `unseen`: no payment or no answer. */
export type CheckedAccount = UnfitAccount | "fits" | "unseen" | "refused";

/** Asks the gateway's report what the account of these credentials takes. One call, which moves no money; never throws. */
export async function checkAccount(
  { gateway, now, mode }: Pick<Context, "gateway" | "now" | "mode">,
  credentials: NonNullable<ApiKeys["bambora"]>,
): Promise<CheckedAccount> {
  const at = now().getTime();
  // The gateway's clock is not ours: its newest rows may seem to come from the future.
  const span = { from: new Date(at - spanMs), to: new Date(at + dayMs) };
  const list = await gateway.listPayments(credentials, span);
  if (list.kind === "not-authorized") return "refused";
  return list.kind === "listed" ? judgeAccount(list.payments, mode) : "unseen";
}
