import "server-only";

import type { ListRequest, PaymentAccount, PaymentGateway, PaymentList } from "./gateway";

/** Waits before each further try, in ms. Reading moves no money, so one lost connection need not end a long report. */
const waitsMs = [200, 1000];

/** Lists one page of a merchant's payments, asking again when the gateway does not answer. Never throws. */
export async function listPayments(
  ctx: { gateway: PaymentGateway; wait: (ms: number) => Promise<unknown> },
  credentials: PaymentAccount,
  request: ListRequest,
): Promise<PaymentList> {
  for (const waitMs of waitsMs) {
    const list = await ctx.gateway.listPayments(credentials, request);
    if (list.kind !== "unreachable") return list;
    await ctx.wait(waitMs);
  }
  return ctx.gateway.listPayments(credentials, request);
}
