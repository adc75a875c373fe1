import type { AdjustmentKind } from "@/sandbox/bambora/adjust-payment";
import { adjustPayment } from "@/sandbox/bambora/adjust-payment";
import { createApplication, handleApplication } from "@/sandbox/bambora/boarding";
import { createToken } from "@/sandbox/bambora/create-token";
import { makePayment } from "@/sandbox/bambora/make-payment";
import { createProfile, readProfile } from "@/sandbox/bambora/profiles";
import type { JsonObject } from "@/sandbox/bambora/read-json";
import { isObject } from "@/sandbox/bambora/read-json";
import { readTransaction } from "@/sandbox/bambora/read-transaction";
import { searchedOrderNumber, searchReports } from "@/sandbox/bambora/search-reports";
import { walletCardNumber } from "@/sandbox/bambora/wallet-token";
import { controlRoutes } from "@/sandbox/control/control-routes";
import { mailRoutes } from "@/sandbox/control/mail-routes";
import type { FaultSubject } from "@/sandbox/faults";
import { appCheckRoutes } from "@/sandbox/google/app-check-routes";
import type { SandboxState } from "@/sandbox/sandbox-state";
import { upstreamControlRoutes, upstreamRoutes } from "@/sandbox/upstream/upstream-routes";
import { serveBrowserFile } from "./browser-files";
import type { Call } from "./exchange";
import type { Route } from "./route";

function parseBodyLeniently(call: Call): JsonObject {
  try {
    const value: unknown = JSON.parse(call.body);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function paymentSubject(state: SandboxState, call: Call): FaultSubject {
  const { order_number: orderNumber, card, token, apple_pay: wallet } = parseBodyLeniently(call);
  const cardNumber = isObject(card) ? asText(card.number) : undefined;
  const tokenCode = isObject(token) ? asText(token.code) : undefined;
  const tokenCard = tokenCode === undefined ? undefined : state.tokens.peek(tokenCode)?.number;
  const walletToken = isObject(wallet) ? asText(wallet.payment_token) : undefined;
  const walletCard = walletToken === undefined ? undefined : walletCardNumber(walletToken);
  return { orderNumber: asText(orderNumber), card: cardNumber ?? tokenCard ?? walletCard };
}

// The adjustment's own order number, otherwise that of the payment that it changes.
function transactionSubject(state: SandboxState, call: Call): FaultSubject {
  const id = call.path.split("/")[3];
  const original = state.ledger.list().find((row) => row.id === id);
  return { orderNumber: asText(parseBodyLeniently(call).order_number) ?? original?.orderNumber };
}

const noSubject = () => ({});

function adjustmentRoute(kind: AdjustmentKind): Route {
  return {
    method: "POST",
    pattern: new RegExp(`^/v1/payments/(\\d+)/${kind}$`),
    json: true,
    fault: { at: kind, subject: transactionSubject },
    handle: (state, call, id) => adjustPayment(state, call, id, kind),
  };
}

const gatewayRoutes: Route[] = [
  {
    method: "POST",
    pattern: /^\/v1\/payments$/,
    json: true,
    fault: { at: "payments", subject: paymentSubject },
    handle: (state, call, _id, changes) => makePayment(state, call, changes),
  },
  {
    method: "GET",
    pattern: /^\/v1\/payments\/(\d+)$/,
    fault: { at: "get-payment", subject: transactionSubject },
    handle: readTransaction,
  },
  adjustmentRoute("completions"),
  adjustmentRoute("returns"),
  adjustmentRoute("void"),
  {
    method: "POST",
    pattern: /^\/v1\/reports$/,
    json: true,
    fault: {
      at: "reports",
      subject: (_state, call) => ({ orderNumber: searchedOrderNumber(parseBodyLeniently(call)) }),
    },
    handle: searchReports,
  },
  {
    method: "POST",
    pattern: /^\/v1\/profiles$/,
    json: true,
    fault: { at: "profiles", subject: noSubject },
    handle: createProfile,
  },
  { method: "GET", pattern: /^\/v1\/profiles\/([^/]+)$/, handle: readProfile },
  {
    method: "POST",
    pattern: /^\/scripts\/tokenization\/tokens$/,
    json: true,
    fault: { at: "tokens", subject: (_state, call) => ({ card: asText(parseBodyLeniently(call).number) }) },
    handle: createToken,
  },
];

const flows = "(?:psp-cad|psp-usd|gw-cdn|gw-usa|eft-cad|ach-usd|sepa-eur|bacs-gbp)";
const applications = `/v1/boarding/workflows/${flows}/applications`;
const applicationRoute = { pattern: new RegExp(`^${applications}/([\\w-]+)$`), handle: handleApplication };

const boardingRoutes: Route[] = [
  {
    method: "POST",
    pattern: new RegExp(`^${applications}$`),
    json: true,
    fault: { at: "boarding", subject: noSubject },
    handle: createApplication,
  },
  { method: "GET", ...applicationRoute },
  { method: "PUT", json: true, ...applicationRoute },
];

const browserRoutes: Route[] = [
  {
    method: "GET",
    pattern: /^\/customcheckout\/1\/(customcheckout\.js)$/,
    fault: { at: "script", subject: noSubject },
    handle: serveBrowserFile,
  },
  {
    method: "GET",
    pattern: /^\/customcheckout\/1\/(iframe\.html)$/,
    fault: { at: "iframe", subject: noSubject },
    handle: serveBrowserFile,
  },
  { method: "GET", pattern: /^\/customcheckout\/1\/([a-z-]+\.(?:js|css))$/, handle: serveBrowserFile },
  { method: "GET", pattern: /^\/sandbox\/((?:apple-pay[a-z-]*|recaptcha)\.(?:js|css))$/, handle: serveBrowserFile },
];

export const routes: readonly Route[] = [
  ...gatewayRoutes,
  ...boardingRoutes,
  ...browserRoutes,
  ...upstreamRoutes,
  ...appCheckRoutes,
  ...controlRoutes,
  ...mailRoutes,
  ...upstreamControlRoutes,
];
