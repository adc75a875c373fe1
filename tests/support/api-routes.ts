import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { demoAccount } from "@/sandbox/accounts";

import type { DrawInput } from "./draw";
import { drawWith } from "./draw";

/** Who may call a route: anybody, a buyer who writes, or an admin. */
export type Caller = "anyone" | "writer" | "admin";

/** What stands in the path of a route: a draw of the test's, and an order of that draw. */
export type Target = { drawId: string; orderId: string };

/** One method of one route, with what a valid call of it looks like. */
export type ApiRoute = {
  /** The route as its folder says, `[id]` for what varies. */
  route: string;
  method: "GET" | "POST";
  caller: Caller;
  /** A device alone gets further than to be told that it is none. */
  ofDevice?: true;
  /** A valid body, for routes that read one. */
  body?: (target: Target) => Record<string, unknown>;
  headers?: Record<string, string>;
  /** An empty object says enough: everything is left to what the server does without a word. */
  takesEmpty?: true;
};

/** An order as a buyer from Ontario places it. */
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

/** A payment of an order by a token that the gateway does not know. */
export function paymentBody({ drawId, orderId }: Target, amount = 5): Record<string, unknown> {
  const token = { code: "unknown-token-of-a-test", name: "Rosalie Tremblay", complete: true };
  return {
    instanceId: drawId,
    payment: { amount, payment_method: "token", order_number: orderId, token, billing: { city: "Toronto" } },
  };
}

/** A payment of an order by an Apple Pay token that the gateway cannot read. */
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

/** A registration of a device that nobody created. */
export function registrationBody(): Record<string, unknown> {
  const said = { name: "Gate 3", operator: "Rosalie", printer: "browser", active: false, allocated: false };
  const deviceData = { locationId: "gate-3", code: "0".repeat(26), ...said };
  return { deviceId: "0000000000", parentId: "test-parent", deviceData };
}

/** A draw with something in every part that a definition has. */
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
    prizes: { "Grand Prize": [{ description: "A car", drawDate: new Date().toISOString() }] },
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

/** Every route of the API: `findRoutes` says which there must be. */
export const apiRoutes: ApiRoute[] = [
  { route: "/api/[[...path]]", method: "GET", caller: "anyone" },
  { route: "/api/[[...path]]", method: "POST", caller: "anyone" },
  { route: "/api/admin/devices", method: "GET", caller: "admin" },
  {
    route: "/api/admin/devices",
    method: "POST",
    caller: "admin",
    body: () => ({ parentId: "test-parent", locationId: "gate-3", name: "Gate 3" }),
  },
  { route: "/api/admin/devices/[deviceId]/renew", method: "POST", caller: "admin" },
  { route: "/api/admin/devices/[deviceId]/revoke", method: "POST", caller: "admin" },
  { route: "/api/admin/draws", method: "GET", caller: "admin" },
  { route: "/api/admin/draws", method: "POST", caller: "admin", body: () => fullDraw("imported-draw") },
  { route: "/api/admin/draws/[id]/close", method: "POST", caller: "admin" },
  { route: "/api/admin/draws/[id]/open", method: "POST", caller: "admin" },
  { route: "/api/admin/draws/[id]/report", method: "GET", caller: "admin" },
  { route: "/api/admin/invariants", method: "GET", caller: "admin" },
  { route: "/api/admin/orders", method: "GET", caller: "admin" },
  {
    route: "/api/admin/orders/[instanceId]/[orderId]/refund",
    method: "POST",
    caller: "admin",
    takesEmpty: true,
    body: () => ({ lines: [1] }),
  },
  { route: "/api/admin/orders/[instanceId]/[orderId]/resend", method: "POST", caller: "admin" },
  { route: "/api/admin/reconcile", method: "GET", caller: "admin" },
  {
    route: "/api/apple-pay/validate-merchant",
    method: "POST",
    caller: "writer",
    body: () => ({
      validationURL: "https://apple-pay-gateway-cert.apple.com/paymentservices/startSession",
      displayName: "Tirage",
    }),
  },
  {
    route: "/api/bambora/onboardMerchant",
    method: "POST",
    caller: "admin",
    body: () => ({ flow: "psp-cad", application: { pricing_id: "1", business: { company_name: "TEST_APPROVED" } } }),
  },
  {
    route: "/api/bambora/processApplePayPayment",
    method: "POST",
    caller: "writer",
    body: (target) => applePaymentBody(target),
  },
  { route: "/api/bambora/processPayment", method: "POST", caller: "writer", body: (target) => paymentBody(target) },
  {
    route: "/api/bambora/tokenize",
    method: "POST",
    caller: "writer",
    body: ({ drawId, orderId }) => ({ instanceId: drawId, orderId, token: "unknown-token-of-a-test" }),
  },
  { route: "/api/draws/[id]/live", method: "GET", caller: "anyone" },
  { route: "/api/getInstance", method: "POST", caller: "anyone", body: ({ drawId }) => ({ instanceId: drawId }) },
  { route: "/api/health", method: "GET", caller: "anyone" },
  {
    route: "/api/orders",
    method: "POST",
    caller: "writer",
    body: ({ drawId }) => orderBody(drawId),
    headers: { "idempotency-key": "key-of-a-hostile-call" },
  },
  { route: "/api/orders/[instanceId]/[orderId]", method: "GET", caller: "anyone" },
  { route: "/api/orders/[instanceId]/[orderId]/cancel", method: "POST", caller: "writer" },
  { route: "/api/orders/[instanceId]/[orderId]/extend", method: "POST", caller: "writer" },
  { route: "/api/orders/[instanceId]/[orderId]/resend", method: "POST", caller: "writer" },
  { route: "/api/ready", method: "GET", caller: "anyone" },
  { route: "/api/terminal/allocation", method: "GET", caller: "anyone" },
  { route: "/api/terminal/orders", method: "GET", caller: "anyone", ofDevice: true },
  { route: "/api/terminal/orders/[instanceId]/[orderId]", method: "GET", caller: "anyone", ofDevice: true },
  { route: "/api/terminal/summary", method: "GET", caller: "anyone", ofDevice: true },
  {
    route: "/api/terminal/delete-allocation",
    method: "POST",
    caller: "writer",
    body: () => ({ deviceId: "0000000000", parentId: "test-parent" }),
  },
  { route: "/api/terminal/draws", method: "GET", caller: "anyone" },
  { route: "/api/terminal/register-device", method: "POST", caller: "writer", body: () => registrationBody() },
  {
    route: "/api/terminal/orders/[instanceId]/[orderId]/cash",
    method: "POST",
    caller: "writer",
    ofDevice: true,
    takesEmpty: true,
    body: () => ({ given: 20 }),
  },
  { route: "/api/terminal/orders/[instanceId]/[orderId]/cancel", method: "POST", caller: "writer", ofDevice: true },
  { route: "/api/terminal/orders/[instanceId]/[orderId]/check", method: "POST", caller: "writer", ofDevice: true },
  {
    route: "/api/terminal/orders/[instanceId]/[orderId]/refund",
    method: "POST",
    caller: "writer",
    ofDevice: true,
    takesEmpty: true,
    body: () => ({ lines: [1] }),
  },
  { route: "/api/terminal/orders/[instanceId]/[orderId]/reprint", method: "POST", caller: "writer", ofDevice: true },
  { route: "/api/terminal/orders/[instanceId]/[orderId]/resend", method: "POST", caller: "writer", ofDevice: true },
  { route: "/api/verification", method: "GET", caller: "anyone" },
  { route: "/api/verification/checks", method: "GET", caller: "anyone" },
  { route: "/api/verification/payments/[instanceId]/[orderNumber]/refund", method: "POST", caller: "writer" },
  {
    route: "/api/verification/session",
    method: "POST",
    caller: "writer",
    body: () => ({ key: "a key that opens nothing" }),
  },
  { route: "/api/verification/session/end", method: "POST", caller: "writer" },
];

/** The routes that the folder `app/api` holds, each with the methods that it carries out, as `METHOD /path`. */
export function findRoutes(): string[] {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" }).filter((file) =>
    /route\.tsx?$/.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join("app/api", file), "utf8");
    const methods = [...text.matchAll(/^export (?:async )?(?:function|const) (GET|POST|PUT|PATCH|DELETE)\b/gm)];
    const renamed = [...text.matchAll(/\bas (GET|POST)\b/g)];
    const folder = join("/api", file).replace(/\/?route\.tsx?$/, "");
    return [...methods, ...renamed].map(([, method]) => `${method} ${folder}`);
  });
}

/** The address of a route for a target. */
export function pathOf({ route }: Pick<ApiRoute, "route">, { drawId, orderId }: Target): string {
  return route
    .replace("[[...path]]", "nothing")
    .replace(/\[(?:id|instanceId)\]/, drawId)
    .replace("[orderId]", orderId)
    .replace("[deviceId]", "0000000000")
    .replace("[orderNumber]", `AP${orderId}`);
}
