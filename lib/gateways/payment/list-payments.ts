import "server-only";

import type { ListRequest, PaymentAccount, PaymentGateway, PaymentList } from "./port";

/** Safe, because a report moves no money. */
const retryDelaysMs = [200, 1000];

/** Lists one page. Never throws. */
export async function listPayments(
  ctx: { gateway: PaymentGateway; wait: (ms: number) => Promise<unknown> },
  credentials: PaymentAccount,
  request: ListRequest,
): Promise<PaymentList> {
  for (const waitMs of retryDelaysMs) {
    const list = await ctx.gateway.listPayments(credentials, request);
    if (list.kind !== "unreachable") return list;
    await ctx.wait(waitMs);
  }
  return ctx.gateway.listPayments(credentials, request);
}
