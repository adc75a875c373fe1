import { listPools } from "@/lib/draws/rules.packages";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { escapeHtml } from "@/lib/escape-html";
import { toDollars } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { Language } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import { writeEmail } from "@/lib/receipts/email/rules";
import { logoId, renderHtml } from "@/lib/receipts/email/rules.html";
import type { Receipt } from "@/lib/terminal/orders/rules.receipt";
import { writeReceipt } from "@/lib/terminal/orders/rules.receipt";

/** `buyer`, `tablet` and `mark` are words. The mark says that the paper is a sample. */
type SampleInput = {
  draw: Draw;
  live: LiveState;
  language: Language;
  t: Translate;
  checkoutHost: string;
  buyer: string;
  tablet?: string;
  mark: string;
};

/** The receipt that a tablet prints. */
export function writeSampleReceipt(input: SampleInput): Receipt {
  const { draw, t, checkoutHost, mark } = input;
  const receipt = writeReceipt({ t, order: createSampleOrder(input), draw, checkoutHost, copy: 0 });
  return { ...receipt, marks: [mark, ...receipt.marks] };
}

/**
 * The email that buyers get. Its page allows no style sheets but its own, so it looks as in a mail program that only
 * knows inline styles. The logo, which is attached to a real email, comes from its address.
 */
export function writeSampleEmail(input: SampleInput): { subject: string; sender: string; html: string } {
  const { draw, live, language, t, checkoutHost, mark } = input;
  const order = createSampleOrder(input);
  const email = writeEmail(
    { t, language, order, draw, checkoutHost },
    {
      kind: "receipt",
      queuedAt: new Date(live.serverTime),
      refund: { amount: 0, isCash: false, numbers: [] },
      results: [],
      prizes: new Map(live.pools.map(({ poolId, prize }) => [poolId, prize])),
    },
  );
  const logo = draw.charity?.logo;
  const html = renderHtml({ ...email, marks: [mark, ...email.marks] }, logo !== undefined)
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replaceAll(`cid:${logoId}`, escapeHtml(logo ?? ""));
  return { subject: email.subject, sender: email.sender, html };
}

/** The first package of each draw, as if it were the first order. No such order exists. */
function createSampleOrder({ draw, live, language, buyer, tablet }: SampleInput): OrderView {
  const shownPools = new Set(live.pools.map(({ poolId }) => poolId));
  const lines = listPools(draw).flatMap(({ poolId, packages: [first] }) =>
    first && shownPools.has(poolId)
      ? [{ poolId, packageId: first.packageId, quantity: 1, tickets: first.tickets, cents: first.priceCents }]
      : [],
  );
  const at = live.serverTime;
  return {
    orderId: "0".repeat(26),
    orderCode: "0".repeat(10),
    instanceId: draw.id,
    status: "finalized",
    amount: toDollars(lines.reduce((sum, { cents }) => sum + cents, 0)),
    currency: "CAD",
    locale: language,
    placedAt: at,
    expiresAt: at,
    finalizedAt: at,
    extensionsLeft: 0,
    attemptsLeft: 0,
    lines: lines.map(({ cents, ...line }) => ({ ...line, amount: toDollars(cents) })),
    numbers: lines.map(({ poolId, tickets }) => ({ poolId, first: 1, last: tickets, void: false })),
    refunds: [],
    lastPayment: null,
    buyer: { name: buyer, maskedEmail: "" },
    isErased: false,
    teamId: null,
    soldBy: tablet ?? null,
    method: "card",
    card: { type: "VI", lastFour: "0000" },
    validationNumber: "0000-0000-0000-0000-0000",
    isTest: draw.isTestDraw,
  };
}
