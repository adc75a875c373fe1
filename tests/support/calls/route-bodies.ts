import { demoAccount } from "@/sandbox/accounts";

import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";

export type Target = { drawId: string; orderId: string };

export function orderBody(instanceId: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    instanceId,
    lines: [{ poolId: "main", packageId: "three", quantity: 1 }],
    buyer: { name: "Rosalie Tremblay", email: "rosalie@example.test", province: "ON" },
    attestations: { age: true, location: true, rules: true },
    locale: "en",
    ...overrides,
  };
}

/** The gateway doesn't know its token. */
export function paymentBody({ drawId, orderId }: Target, amount = 5): Record<string, unknown> {
  const token = { code: "unknown-token-of-a-test", name: "Rosalie Tremblay", complete: true };
  return {
    instanceId: drawId,
    payment: { amount, payment_method: "token", order_number: orderId, token, billing: { city: "Toronto" } },
  };
}

/** The gateway can't read its token. */
export function applePaymentBody({ drawId, orderId }: Target, amount = 5): Record<string, unknown> {
  const billing = {
    name: "Rosalie Tremblay",
    address_line1: "1 Main Street",
    city: "Toronto",
    province: "ON",
    country: "CA",
    postal_code: "M5V 2T6",
    email_address: "rosalie@example.test",
    phone_number: "4165550100",
  };
  const token = Buffer.from("a token that no gateway can read").toString("base64");
  return {
    instanceId: drawId,
    payment: {
      amount,
      payment_method: "apple_pay",
      order_number: `AP${orderId}`,
      billing,
      apple_pay: {
        passthrough: false,
        apple_pay_merchant_id: "merchant.example.tirage",
        payment_token: token,
        complete: true,
      },
    },
  };
}

export function registrationBody(): Record<string, unknown> {
  const details = { name: "Gate 3", operator: "Rosalie", printer: "browser", active: false, allocated: false };
  const deviceData = { locationId: "gate-3", code: "0".repeat(26), ...details };
  return { deviceId: "0000000000", parentId: "test-parent", deviceData };
}

export function fullDraw(id: string): DrawInput {
  return drawWith({
    id,
    secondDraws: [
      {
        id: "early",
        type: "Prize raffle",
        title: { en: "Early bird", fr: "Lève-tôt" },
        drawDate: new Date(Date.now() + 3_600_000).toISOString(),
        ticketPackageInfo: [{ id: "pair", tickets: 2, price: 4, label: "Pair" }],
        maxTickets: 1000,
        prizes: { "Early Bird": [{ description: "A sled" }] },
      },
    ],
    ticketPools: [{ id: "group", title: "Group", ticketPriceInfo: [{ id: "single", tickets: 1, price: 2 }] }],
    bundles: [
      {
        id: "both",
        title: "Both",
        items: [
          { poolId: "main", packageId: "three", quantity: 1, price: 4.5 },
          { poolId: "early", packageId: "pair", quantity: 1, price: 3.5 },
        ],
      },
    ],
    teams: [{ id: "teams", title: "Teams", teams: [{ id: "north", name: "North", color: "#123456" }] }],
    bannerImage: { url: "https://example.test/a.png", dominantColor: "#fff", carousel_urls: ["/icon.svg"] },
    description: { en: "Words", fr: "Mots" },
    rules: "Rules",
    prizes: {
      "Grand Prize": [{ description: "A car" }],
      "Add On": [{ description: "A bike", drawDate: new Date().toISOString() }],
    },
    organizationAddress: { line1: "1 Main Street", city: "Toronto", state: "ON", postal_code: "M5V 2T6" },
    userIDs: ["user-1"],
    userRoles: { "user-1": ["admin"] },
    additionalOptions: { faq: [{ question: "Who?", answer: "You" }], displayFAQ: true, uniqueOrderPrefix: "AB" },
    maxTickets: 100_000,
    maxTicketPayout: 1000,
    maxJackpot: 100_000,
    jackpotTotal: 12.34,
    apiKeys: { bambora: { merchantId: demoAccount.merchantId, passcode: demoAccount.passcodes.payments } },
  });
}
