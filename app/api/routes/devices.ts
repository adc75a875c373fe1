import "server-only";

import { refundInputSchema } from "@/lib/refunds/schema";
import { deleteAllocationSchema, registerDeviceSchema } from "@/lib/terminal/device/schema";
import { cashSchema, listSchema } from "@/lib/terminal/orders/schema";
import { openSessionSchema } from "@/lib/verification/schema";

import type { RouteEntry } from "./row";
import { notOnSale, orderStates, refundFailures } from "./row";

export const deviceCalls = [
  {
    call: "POST /api/terminal/register-device",
    isOpen: true,
    purpose:
      "register this browser with a one-time code; with the credential instead of a code, update the device's details",
    key: "optional",
    input: registerDeviceSchema,
    refusals: [
      "device-required",
      "device-revoked",
      "device-not-found",
      "device-code-wrong",
      "device-code-used",
      "device-code-expired",
      "too-many-codes",
    ],
  },
  { call: "GET /api/terminal/allocation", purpose: "who this device is; sets its cookies again" },
  {
    call: "POST /api/terminal/delete-allocation",
    isOpen: true,
    purpose: "end the registration",
    input: deleteAllocationSchema,
    refusals: ["device-required", "device-not-found"],
  },
  {
    call: "GET /api/terminal/draws",
    purpose: "the draws of its parent, with their live state, and the offsets of their time zones (`zones`)",
  },
  {
    call: "GET /api/terminal/summary",
    purpose:
      "what this device took and refunded today, for all draws or one; `orders` leaves out those that it refunded whole",
    query: { instanceId: "optional" },
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/terminal/sales",
    purpose: "the last five orders that this device was paid for today, in all draws",
  },
  {
    call: "GET /api/terminal/orders",
    purpose:
      "the orders of a draw, 25 per page: [those placed at this device](design.md#orders-that-a-tablet-lists), or with `listsOthers` all; `q` is a code, an email address, a telephone or ticket number, or a name",
    query: { instanceId: "required", status: "optional", q: "optional", cursor: "optional" },
    refusals: ["invalid-input", "draw-not-found"],
  },
  {
    call: "POST /api/terminal/orders",
    purpose: "the same list; search terms go in this body, because URLs end up in logs",
    input: listSchema,
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/terminal/orders/[instanceId]/[orderId]",
    purpose: "an order, with what the operator may see and do",
    refusals: ["order-not-found"],
  },
  {
    call: "POST /api/terminal/orders/[instanceId]/[orderId]/cash",
    purpose: "take cash for it",
    input: cashSchema,
    refusals: [
      "device-incomplete",
      "order-not-found",
      ...orderStates,
      ...notOnSale,
      "second-draw-closed",
      "cash-not-accepted",
      "cash-taken-elsewhere",
      "cash-too-little",
      "buyer-required",
    ],
  },
  {
    call: "POST /api/terminal/orders/[instanceId]/[orderId]/cancel",
    purpose: "cancel it, by the operator",
    refusals: ["device-incomplete", "order-not-found", ...orderStates, "too-many-calls"],
  },
  {
    call: "POST /api/terminal/orders/[instanceId]/[orderId]/extend",
    purpose: "hold its tickets longer",
    refusals: ["device-incomplete", "order-not-found", ...orderStates, "extension-limit"],
  },
  {
    call: "POST /api/terminal/orders/[instanceId]/[orderId]/check",
    purpose: "look up its open payment at the bank now",
    refusals: ["device-incomplete", "order-not-found", "order-being-paid", "payment-not-open"],
  },
  {
    call: "POST /api/terminal/orders/[instanceId]/[orderId]/refund",
    purpose:
      "refund it, whole or by line, [if the draw allows it and the tablet may](design.md#refunds-at-a-tablet); an order's `noRefund` says why not",
    input: refundInputSchema,
    refusals: [
      "device-incomplete",
      "order-not-found",
      "order-not-paid",
      "order-being-paid",
      "order-refunded",
      "line-not-found",
      "line-refunded",
      "number-won",
      "refund-not-allowed",
      "refund-placed-elsewhere",
      "refund-after-winner",
      "refund-too-late",
      "refund-limit",
      "refund-under-way",
      "refund-numbers-used",
      ...refundFailures,
    ],
  },
  {
    call: "POST /api/terminal/orders/[instanceId]/[orderId]/reprint",
    purpose: "count a print of its receipt before printing; with `Idempotency-Key`, it may be the original",
    key: "optional",
    refusals: ["device-incomplete", "order-not-found", ...orderStates, "details-erased", "receipt-unavailable"],
  },
  {
    call: "POST /api/terminal/orders/[instanceId]/[orderId]/resend",
    purpose: "resend its receipt",
    refusals: [
      "device-incomplete",
      "order-not-found",
      ...orderStates,
      "details-erased",
      "receipt-unavailable",
      "resend-limit",
    ],
  },
] as const satisfies readonly RouteEntry[];

export const verifierCalls = [
  {
    call: "POST /api/verification/session",
    purpose: "sign in with the admin key",
    input: openSessionSchema,
    refusals: ["admin-key-wrong", "admin-right-missing", "too-many-tries"],
  },
  { call: "POST /api/verification/session/end", purpose: "sign out: ends all sessions that were opened until now" },
  { call: "GET /api/verification", purpose: "what there is to verify, and the payments made" },
  {
    call: "GET /api/verification/checks",
    purpose: "check files, certificates, Apple and the account of a draw",
    query: { instanceId: "required" },
    refusals: ["draw-not-found"],
  },
  {
    call: "POST /api/verification/payments/[instanceId]/[orderNumber]/refund",
    purpose: "refund a verification's dollar: 200 done, 202 in progress",
    answers: [200, 202],
    refusals: ["passkey-required", "order-not-paid", ...refundFailures],
  },
] as const satisfies readonly RouteEntry[];
