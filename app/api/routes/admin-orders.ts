import "server-only";

import { rightsOfActions } from "@/lib/console/orders/rules.order";
import { exportSchema, noteSchema, receiptSchema, searchSchema } from "@/lib/console/orders/schema";

import type { RouteEntry } from "./row";
import { orderStates } from "./row";

/** Calls that find orders and change them. Those that move money are in admins.ts. */
export const consoleOrderCalls = [
  {
    call: "POST /api/admin/orders/search",
    right: "find",
    purpose:
      "find orders by `q`: an email, or a code; who may `browse` finds them by phone and validation number, and in one draw (`instanceId`) by ticket number, by the first letters of a name, or by `lastFour` digits of the card and `day`",
    input: searchSchema,
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/admin/orders/list",
    right: "browse",
    purpose: "orders by `state` and day of placing (`from`, `to`), the latest first",
    query: { instanceId: "optional", state: "optional", from: "optional", to: "optional", cursor: "optional" },
  },
  {
    call: "POST /api/admin/orders/export",
    right: "browse",
    purpose:
      "the orders of the same filter as CSV, with masked details; with `contacts`, emails and phone numbers, for who also has `people` and gives a `reason`; the draws' history says who exported how many",
    input: exportSchema,
    refusals: ["passkey-required", "draw-not-found"],
  },
  {
    call: "GET /api/admin/orders/[instanceId]/[orderId]",
    documentedPath: "/api/admin/orders/{instanceId}/{orderCode}",
    right: "find",
    purpose: "all of an order, by its code: money, emails, notes, what was done to it, and what the caller may do",
    refusals: ["order-not-found"],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/notes",
    right: rightsOfActions.note,
    purpose: "add a note, `text`; its notes",
    input: noteSchema,
    refusals: ["order-not-found", "details-erased"],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/contact",
    right: rightsOfActions.contact,
    purpose: "how to reach its buyer; each call is in the order's history",
    refusals: ["order-not-found", "details-erased", "buyer-required"],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/match-receipt",
    right: rightsOfActions["match-receipt"],
    purpose: "compare the validation number of a receipt, `number`, with the order's: `matches`; 20 a minute",
    input: receiptSchema,
    refusals: ["order-not-found", "order-not-paid", "too-many-calls"],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/cancel",
    right: rightsOfActions.cancel,
    purpose: "cancel it before it is paid",
    refusals: ["order-not-found", ...orderStates],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/check",
    right: rightsOfActions.check,
    purpose: "ask the bank now about its open payment",
    refusals: ["order-not-found", "payment-not-open", "order-being-paid"],
  },
] as const satisfies readonly RouteEntry[];
