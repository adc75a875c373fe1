import "server-only";

import { z } from "zod";

import { idSchema } from "@/lib/draws/schema.fields";
import { validateMerchantSchema } from "@/lib/gateways/apple-pay/schema";
import { placeOrderSchema } from "@/lib/orders/schema";
import { processApplePaySchema, processPaymentSchema, tokenizeSchema } from "@/lib/payments/schema";

import type { RouteEntry } from "./row";
import { cardFailures, notOnSale, orderStates, paymentFailures } from "./row";

export const getInstanceSchema = z.strictObject({ instanceId: idSchema });

const drawFeed = "[draw feed](design.md#draw-feed)";

export const anybodyCalls = [
  { call: "GET /api/health", purpose: "the process is alive" },
  { call: "GET /api/ready", purpose: "the database answers and the server isn't stopping; the names of stalled jobs" },
  {
    call: "POST /api/getInstance",
    purpose: `a draw, in a form that the ${drawFeed} of another installation takes; \`metrics\`, for it and each second draw, has the sales of the last 24 hours; 503 if only the ${drawFeed} knows the draw and doesn't answer`,
    input: getInstanceSchema,
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/locales/[id]",
    documentedPath: "/api/locales/{lang}",
    purpose:
      "all messages of a language, as `{data}`; has an ETag, and may be cached for 24 h under a URL with `?v=` and this tag",
    query: { v: "optional" },
    answers: [200, 304],
    refusals: ["not-found"],
  },
  {
    call: "GET /api/locales/[id]/[lang]",
    purpose: "the same with a draw's own words; 404 if it has none",
    query: { v: "optional" },
    answers: [200, 304],
    refusals: ["not-found", "draw-not-found"],
  },
  {
    call: "GET /_i18n/[locale]/messages.json",
    purpose: "the messages of a language, without the `data` wrapper",
    query: { v: "optional" },
    answers: [200, 304],
    refusals: ["not-found"],
  },
  {
    call: "POST /api/policy-reports",
    purpose:
      "what a page's script policy blocked, as browsers report it; answers `{received}` ([decision 055](decisions/055-payment-page.md))",
    bodyTypes: ["application/csp-report", "application/reports+json"],
    refusals: ["too-many-calls"],
  },
  {
    call: "GET /api/draws/[id]/live",
    purpose: "the parts of a draw that change by the second; shared caches may keep it for a second; has an ETag",
    answers: [200, 304],
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/orders/[instanceId]/[orderId]",
    purpose:
      "the current state of an order; one that nobody tried to pay has no `lines` and no `buyer` after a day ([decision 068](decisions/068-stubs.md))",
    refusals: ["order-not-found", "order-corrected"],
  },
  {
    call: "GET /api/icons/[file]",
    documentedPath: "/api/icons/{prefix}.json",
    purpose:
      "icons in the form of the Iconify API: `{prefix, icons, not_found}`; caches may keep them for a day. A URL over 500 characters is refused ([decision 043](decisions/043-page-weight.md#icons))",
    query: { icons: "required" },
    refusals: ["not-found", "invalid-input", "too-many-calls"],
  },
  { call: "GET /builds/latest.json", purpose: "the running build: `{id, timestamp}`, in ms" },
  {
    call: "GET /builds/meta/[file]",
    documentedPath: "/builds/meta/{id}.json",
    purpose:
      "the rules of its pages (`matcher`), and the pages made during the build (`prerendered`, none); 404 for another build",
    refusals: ["not-found"],
  },
  {
    call: "GET /api/[[...path]]",
    documentedPath: "/api/…",
    purpose: "any other URL under `/api`: 404 as a refusal",
    answers: [],
    refusals: ["not-found"],
  },
  {
    call: "POST /api/[[...path]]",
    documentedPath: "/api/…",
    purpose: "the same",
    answers: [],
    refusals: ["not-found"],
  },
] as const satisfies readonly RouteEntry[];

export const monitorCalls = [
  {
    call: "GET /api/metrics",
    purpose:
      "what the process counts and the database holds, as text for Prometheus ([monitoring](operations.md#monitoring)); 404 for anyone else",
  },
] as const satisfies readonly RouteEntry[];

export const buyerCalls = [
  {
    call: "GET /api/draws/[id]/open-payment",
    purpose:
      "the latest payment of this browser in the draw that the bank hasn't answered yet: `{payment: {orderId, orderCode, amount, sentAt}}`, or `{payment: null}`; the browser's cookie decides, and with a device's credential the answer is always null",
  },
  {
    call: "POST /api/orders",
    purpose:
      "place an order and reserve its tickets; `position` is needed if the draw checks it. With `atTerminal`, the call is from a device",
    key: "required",
    input: placeOrderSchema,
    answers: [201],
    refusals: [
      ...notOnSale,
      "device-required",
      "device-revoked",
      "device-incomplete",
      "draw-changed",
      "idempotency-key-reused",
      "payment-unavailable",
      "too-many-holds",
      "too-many-unpaid",
      "not-enough-left",
      "second-draw-full",
      "too-many-tickets",
      "order-too-large",
      "buyer-required",
      "province-not-eligible",
      "amount-above-card-limit",
      "gps-location-required",
      "gps-location-elsewhere",
      "gps-location-coarse",
      "gps-location-border",
      "ip-location-unavailable",
      "ip-location-elsewhere",
      "ip-location-unknown",
      "ip-location-private",
    ],
  },
  {
    call: "POST /api/orders/[instanceId]/[orderId]/extend",
    purpose: "hold its tickets longer",
    refusals: ["order-not-found", "order-corrected", ...orderStates, "extension-limit"],
  },
  {
    call: "POST /api/orders/[instanceId]/[orderId]/cancel",
    purpose:
      "cancel it before it is paid; 429 `too-many-calls` with `Retry-After` after [many in a minute](decisions/068-stubs.md), while its tickets stay held",
    refusals: ["order-not-found", "order-corrected", ...orderStates, "too-many-calls"],
  },
  {
    call: "POST /api/orders/[instanceId]/[orderId]/resend",
    purpose: "resend its receipt to the order's email address",
    refusals: [
      "order-not-found",
      "order-corrected",
      ...orderStates,
      "details-erased",
      "receipt-unavailable",
      "resend-limit",
    ],
  },
  {
    call: "POST /api/bambora/processPayment",
    purpose: "pay it with a card token or a stored card. With `atTerminal`, the call is from a device",
    input: processPaymentSchema,
    answers: [200, 202],
    refusals: [
      "device-required",
      "device-revoked",
      "device-incomplete",
      "order-not-found",
      "order-corrected",
      ...orderStates,
      ...notOnSale,
      "second-draw-closed",
      "attempt-limit",
      "buyer-required",
      "province-not-eligible",
      "amount-above-card-limit",
      "bank-not-answering",
      "too-many-declines",
      ...paymentFailures,
    ],
  },
  {
    call: "POST /api/bambora/processApplePayPayment",
    purpose: "pay it with Apple Pay; with the number of a verification (`AP-…`), the call is from a verifier",
    input: processApplePaySchema,
    answers: [200, 202],
    refusals: [
      "not-found",
      "verification-session-required",
      "order-not-found",
      "order-corrected",
      ...orderStates,
      ...notOnSale,
      "second-draw-closed",
      "attempt-limit",
      "apple-pay-unavailable",
      "apple-pay-token-used",
      "buyer-required",
      "province-not-eligible",
      "amount-above-card-limit",
      "bank-not-answering",
      "too-many-declines",
      ...paymentFailures,
    ],
  },
  {
    call: "POST /api/bambora/tokenize",
    purpose:
      "store a card for this order only; with `{token}` alone, for the only order that the browser holds, of which the answer tells nothing: its id is the code of the stored card (422 if it holds several, 404 if none)",
    input: tokenizeSchema,
    refusals: [
      "order-not-found",
      "order-corrected",
      ...orderStates,
      "stored-card-used",
      "buyer-required",
      "too-many-calls",
      ...cardFailures,
    ],
  },
  {
    call: "POST /api/apple-pay/validate-merchant",
    purpose: "get an Apple session for the sheet",
    input: validateMerchantSchema,
    refusals: ["validation-url-invalid", "apple-pay-unavailable", "too-many-calls"],
  },
] as const satisfies readonly RouteEntry[];
