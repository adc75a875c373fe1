import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { RouteRow } from "@/app/api/routes/row";
import { isOwnPagesOnly, needsCredential } from "@/app/api/routes/row";
import { routes } from "@/app/api/routes/table";
import type { NeededRight } from "@/lib/rights";

import { consoleSamples } from "./console-samples";
import type { Target } from "./route-bodies";
import { applePaymentBody, fullDraw, orderBody, paymentBody, registrationBody } from "./route-bodies";

export type Caller = "anyone" | "writer" | "admin" | "person";

type Sample = {
  body: (target: Target) => Record<string, unknown>;
  headers?: Record<string, string>;
  /** An empty object is valid, because every field has a default. */
  takesEmpty?: true;
};

export type ApiRoute = Partial<Sample> & {
  route: string;
  method: "GET" | "POST";
  caller: Caller;
  right?: NeededRight;
  /** Only a device passes the credential check. */
  ofDevice?: true;
};

export const samples: Record<string, Sample> = {
  ...consoleSamples,
  "POST /api/admin/devices": { body: () => ({ parentId: "test-parent", locationId: "gate-3", name: "Gate 3" }) },
  "POST /api/admin/devices/[deviceId]/settings": { body: () => ({ listsOthers: true }) },
  "POST /api/admin/draws": { body: () => fullDraw("imported-draw") },
  "POST /api/admin/drafts": { body: () => ({ drawId: "first-draw" }) },
  "POST /api/admin/drafts/[id]": { body: () => ({ revision: 1, content: {} }) },
  "POST /api/admin/drafts/[id]/discard": { body: () => ({ revision: 1 }) },
  "POST /api/admin/drafts/[id]/publish": { body: () => ({ revision: 1 }) },
  "POST /api/admin/draws/[id]/credentials": {
    body: () => ({ bambora: { merchantId: "300200001", passcode: "passcode" } }),
  },
  "POST /api/admin/draws/[id]/cancellation": { body: () => ({ reason: "The game was called off." }) },
  "POST /api/admin/draws/[id]/cancellation/approve": { body: () => ({ proposal: 1 }) },
  "POST /api/admin/draws/[id]/cancellation/withdraw": { body: () => ({ proposal: 1 }) },
  "POST /api/admin/draws/[id]/free-holds": { body: () => ({ unknownOnly: true }), takesEmpty: true },
  "POST /api/admin/draws/[id]/teams": { body: () => ({ revision: 1, teams: [] }) },
  "POST /api/admin/draws/[id]/zones": { body: () => ({ keep: "instant" }) },
  "POST /api/admin/keys": { body: () => ({ name: "hostile-key", rights: ["reports"], days: 1 }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/refund": { body: () => ({ lines: [1] }), takesEmpty: true },
  "POST /api/admin/orders/[instanceId]/[orderId]/correct": { body: () => ({ email: "nobody@example.test" }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/settle": { body: () => ({ paid: false }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/notes": { body: () => ({ text: "Called back." }) },
  "POST /api/admin/orders/[instanceId]/[orderId]/match-receipt": {
    body: () => ({ number: "00000-00000-00000-00000" }),
  },
  "POST /api/admin/orders/export": { body: () => ({ state: "paid" }), takesEmpty: true },
  "POST /api/admin/orders/search": { body: () => ({ q: "nobody@example.test" }) },
  "POST /api/admin/people/erase": { body: () => ({ email: "nobody@example.test", dryRun: true }) },
  "POST /api/admin/people/export": { body: () => ({ email: "nobody@example.test" }) },
  "POST /api/apple-pay/validate-merchant": {
    body: () => ({
      validationURL: "https://apple-pay-gateway-cert.apple.com/paymentservices/startSession",
      displayName: "Tirage",
    }),
  },
  "POST /api/bambora/onboardMerchant": {
    body: () => ({ flow: "psp-cad", application: { pricing_id: "1", business: { company_name: "TEST_APPROVED" } } }),
  },
  "POST /api/bambora/processApplePayPayment": { body: (target) => applePaymentBody(target) },
  "POST /api/bambora/processPayment": { body: (target) => paymentBody(target) },
  "POST /api/bambora/tokenize": {
    body: ({ drawId, orderId }) => ({ instanceId: drawId, orderId, token: "unknown-token-of-a-test" }),
  },
  "POST /api/getInstance": { body: ({ drawId }) => ({ instanceId: drawId }) },
  "POST /api/orders": {
    body: ({ drawId }) => orderBody(drawId),
    headers: { "idempotency-key": "key-of-a-hostile-call" },
  },
  "POST /api/terminal/orders": { body: ({ drawId }) => ({ instanceId: drawId, q: "rosalie@example.test" }) },
  "POST /api/terminal/delete-allocation": { body: () => ({ deviceId: "0000000000", parentId: "test-parent" }) },
  "POST /api/terminal/register-device": { body: () => registrationBody() },
  "POST /api/terminal/orders/[instanceId]/[orderId]/cash": { body: () => ({ given: 20 }), takesEmpty: true },
  "POST /api/terminal/orders/[instanceId]/[orderId]/refund": { body: () => ({ lines: [1] }), takesEmpty: true },
  "POST /api/verification/session": { body: () => ({ key: "a key that opens nothing" }) },
};

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

export function toPath({ route }: Pick<ApiRoute, "route">, { drawId, orderId }: Target): string {
  return route
    .replace("[[...path]]", "nothing")
    .replace(/\[(?:id|instanceId)\]/, drawId)
    .replace("[orderId]", orderId)
    .replace("[lang]", "en")
    .replace("[deviceId]", "0000000000")
    .replace("[file]", "no-such-icons.json")
    .replace("[name]", "no-such-key")
    .replace("[personId]", "no-such-person")
    .replace("[credentialId]", "no-such-passkey")
    .replace("[sessionId]", "no-such-session")
    .replace("[number]", orderId)
    .replace("[orderNumber]", `AP${orderId}`);
}

function toCaller(row: RouteRow): Caller {
  if (row.caller === "admin" || row.caller === "person") return row.caller;
  return isOwnPagesOnly(row) ? "writer" : "anyone";
}

/** Pages of the console identify themselves with this header, without which every call is refused. */
const ownPageHeaders = { headers: { "sec-fetch-site": "same-origin" } };

function toApiRoute(row: RouteRow): ApiRoute {
  const { path: route, method, right } = row;
  return {
    ...{ route, method, caller: toCaller(row), ...samples[`${method} ${route}`] },
    ...(row.caller === "visitor" ? ownPageHeaders : {}),
    ...(right ? { right } : {}),
    ...(needsCredential(row) ? { ofDevice: true as const } : {}),
  };
}

export const apiRoutes: ApiRoute[] = routes.filter(({ path }) => path.startsWith("/api/")).map(toApiRoute);
