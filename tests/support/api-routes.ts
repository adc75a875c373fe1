import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { NeededRight } from "@/lib/admin-rights";

import type { Target } from "./route-bodies";
import { applePaymentBody, fullDraw, orderBody, paymentBody, registrationBody } from "./route-bodies";

/** Who may call a route: anybody, a buyer who writes, or an admin. */
export type Caller = "anyone" | "writer" | "admin";

/** One method of one route, with what a valid call of it looks like. */
export type ApiRoute = {
  /** The route as its folder says, `[id]` for what varies. */
  route: string;
  method: "GET" | "POST";
  caller: Caller;
  /** What an admin's key must allow. */
  right?: NeededRight;
  /** A device alone gets further than to be told that it is none. */
  ofDevice?: true;
  /** A valid body, for routes that read one. */
  body?: (target: Target) => Record<string, unknown>;
  headers?: Record<string, string>;
  /** An empty object says enough: everything is left to what the server does without a word. */
  takesEmpty?: true;
};

/** Every route of the API: `findRoutes` says which there must be. */
export const apiRoutes: ApiRoute[] = [
  { route: "/api/[[...path]]", method: "GET", caller: "anyone" },
  { route: "/api/[[...path]]", method: "POST", caller: "anyone" },
  { route: "/api/admin/devices", method: "GET", caller: "admin", right: "devices" },
  {
    route: "/api/admin/devices",
    method: "POST",
    caller: "admin",
    right: "devices",
    body: () => ({ parentId: "test-parent", locationId: "gate-3", name: "Gate 3" }),
  },
  { route: "/api/admin/devices/demo", method: "POST", caller: "admin", right: "devices" },
  { route: "/api/admin/devices/history", method: "GET", caller: "admin", right: "devices" },
  { route: "/api/admin/devices/[deviceId]/renew", method: "POST", caller: "admin", right: "devices" },
  { route: "/api/admin/devices/[deviceId]/revoke", method: "POST", caller: "admin", right: "devices" },
  {
    route: "/api/admin/devices/[deviceId]/settings",
    method: "POST",
    caller: "admin",
    right: "devices",
    body: () => ({ listsOthers: true }),
  },
  { route: "/api/admin/draws", method: "GET", caller: "admin", right: "draws" },
  { route: "/api/admin/draws", method: "POST", caller: "admin", right: "draws", body: () => fullDraw("imported-draw") },
  { route: "/api/admin/draws/[id]/close", method: "POST", caller: "admin", right: "draws" },
  {
    route: "/api/admin/draws/[id]/free-holds",
    method: "POST",
    caller: "admin",
    right: "draws",
    takesEmpty: true,
    body: () => ({ unknownOnly: true }),
  },
  { route: "/api/admin/draws/[id]/history", method: "GET", caller: "admin", right: "draws" },
  { route: "/api/admin/draws/[id]/open", method: "POST", caller: "admin", right: "draws" },
  { route: "/api/admin/draws/[id]/refresh", method: "POST", caller: "admin", right: "draws" },
  {
    route: "/api/admin/draws/[id]/zones",
    method: "POST",
    caller: "admin",
    right: "draws",
    body: () => ({ keep: "instant" }),
  },
  { route: "/api/admin/draws/zones", method: "GET", caller: "admin", right: "draws" },
  { route: "/api/admin/draws/[id]/report", method: "GET", caller: "admin", right: "reports" },
  { route: "/api/admin/invariants", method: "GET", caller: "admin", right: "reports" },
  { route: "/api/admin/keys", method: "GET", caller: "admin", right: "keys" },
  {
    route: "/api/admin/keys",
    method: "POST",
    caller: "admin",
    right: "keys",
    body: () => ({ name: "hostile-key", rights: ["reports"], days: 1 }),
  },
  { route: "/api/admin/keys/[name]/revoke", method: "POST", caller: "admin", right: "keys" },
  { route: "/api/admin/orders", method: "GET", caller: "admin", right: "orders" },
  {
    route: "/api/admin/orders/[instanceId]/[orderId]/refund",
    method: "POST",
    caller: "admin",
    right: "refunds",
    takesEmpty: true,
    body: () => ({ lines: [1] }),
  },
  {
    route: "/api/admin/orders/[instanceId]/[orderId]/correct",
    method: "POST",
    caller: "admin",
    right: "people",
    body: () => ({ email: "nobody@example.test" }),
  },
  { route: "/api/admin/orders/[instanceId]/[orderId]/hide", method: "POST", caller: "admin", right: "orders" },
  { route: "/api/admin/orders/[instanceId]/[orderId]/resend", method: "POST", caller: "admin", right: "orders" },
  {
    route: "/api/admin/orders/[instanceId]/[orderId]/settle",
    method: "POST",
    caller: "admin",
    right: "refunds",
    body: () => ({ paid: false }),
  },
  { route: "/api/admin/payments/[number]/refund", method: "POST", caller: "admin", right: "refunds" },
  {
    route: "/api/admin/people/erase",
    method: "POST",
    caller: "admin",
    right: "people",
    body: () => ({ email: "nobody@example.test", dryRun: true }),
  },
  {
    route: "/api/admin/people/export",
    method: "POST",
    caller: "admin",
    right: "people",
    body: () => ({ email: "nobody@example.test" }),
  },
  { route: "/api/admin/reconcile", method: "GET", caller: "admin", right: "reports" },
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
    right: "payments",
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
  { route: "/api/draws/[id]/open-payment", method: "GET", caller: "anyone" },
  { route: "/api/getInstance", method: "POST", caller: "anyone", body: ({ drawId }) => ({ instanceId: drawId }) },
  { route: "/api/health", method: "GET", caller: "anyone" },
  { route: "/api/locales/[id]", method: "GET", caller: "anyone" },
  { route: "/api/locales/[id]/[lang]", method: "GET", caller: "anyone" },
  {
    route: "/api/orders",
    method: "POST",
    caller: "writer",
    body: ({ drawId }) => orderBody(drawId),
    headers: { "idempotency-key": "key-of-a-hostile-call" },
  },
  { route: "/api/icons/[file]", method: "GET", caller: "anyone" },
  { route: "/api/metrics", method: "GET", caller: "anyone" },
  { route: "/api/orders/[instanceId]/[orderId]", method: "GET", caller: "anyone" },
  { route: "/api/orders/[instanceId]/[orderId]/cancel", method: "POST", caller: "writer" },
  { route: "/api/orders/[instanceId]/[orderId]/extend", method: "POST", caller: "writer" },
  { route: "/api/orders/[instanceId]/[orderId]/resend", method: "POST", caller: "writer" },
  // Browsers name types of their own for these bodies: tests/http/policy-reports.test.ts sends them.
  { route: "/api/policy-reports", method: "POST", caller: "anyone" },
  { route: "/api/ready", method: "GET", caller: "anyone" },
  { route: "/api/terminal/allocation", method: "GET", caller: "anyone" },
  { route: "/api/terminal/orders", method: "GET", caller: "anyone", ofDevice: true },
  {
    route: "/api/terminal/orders",
    method: "POST",
    caller: "writer",
    ofDevice: true,
    body: ({ drawId }) => ({ instanceId: drawId, q: "rosalie@example.test" }),
  },
  { route: "/api/terminal/orders/[instanceId]/[orderId]", method: "GET", caller: "anyone", ofDevice: true },
  { route: "/api/terminal/sales", method: "GET", caller: "anyone", ofDevice: true },
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
  { route: "/api/terminal/orders/[instanceId]/[orderId]/extend", method: "POST", caller: "writer", ofDevice: true },
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
    .replace("[lang]", "en")
    .replace("[deviceId]", "0000000000")
    .replace("[file]", "no-such-icons.json")
    .replace("[name]", "no-such-key")
    .replace("[number]", orderId)
    .replace("[orderNumber]", `AP${orderId}`);
}
