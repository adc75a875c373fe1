import "server-only";

import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/days";
import type { PaymentList } from "@/lib/gateways/payment/gateway";

import type { AccountRow, UnfitAccount } from "./rules.account";
import { judgeAccount } from "./rules.account";
import type { ApiKeys } from "./schema";

/** How far back the report is read: what an account was before says little of what it is. */
const spanMs = 30 * dayMs;

/** More pages than this, at 500 rows each, are not read: what their last rows say would be a guess. */
const maxPages = 40;

/** What is known of an account; `refused`: its reporting passcode opens nothing, `unseen`: no payment or no answer. */
export type CheckedAccount = UnfitAccount | "fits" | "unseen" | "refused";

const unreachable = { kind: "unreachable" } as const;

/**
 * Asks the gateway's report, to its end, what the account of these credentials takes: of its last 30 days, or since
 * `since`. What is not known after `patienceMs` counts as unseen. Moves no money; never throws.
 */
export async function checkAccount(
  { gateway, now, mode, wait }: Pick<Context, "gateway" | "now" | "mode" | "wait">,
  credentials: NonNullable<ApiKeys["bambora"]>,
  { since, patienceMs }: { since?: Date; patienceMs?: number | undefined } = {},
): Promise<CheckedAccount> {
  const at = now().getTime();
  const tooLate = patienceMs === undefined ? [] : [wait(patienceMs).then(() => unreachable)];
  // The gateway's clock is not ours: its newest rows may seem to come from the future.
  const span = { from: since ?? new Date(at - spanMs), to: new Date(at + dayMs) };
  const rows: AccountRow[] = [];
  let skip: number | null = 0;
  for (let pages = 0; skip !== null; pages += 1) {
    if (pages === maxPages) return "unseen";
    const page: PaymentList = await Promise.race([gateway.listPayments(credentials, { ...span, skip }), ...tooLate]);
    if (page.kind === "not-authorized") return "refused";
    if (page.kind === "unreachable") return "unseen";
    rows.push(...page.payments);
    skip = page.nextSkip;
  }
  return judgeAccount(rows, mode);
}
