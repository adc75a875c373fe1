import "server-only";

import { rightsOfActions } from "@/lib/console/orders/rules.order";
import { decideCancellationSchema, proposeCancellationSchema } from "@/lib/draws/cancel/schema";
import { drawSchema } from "@/lib/draws/schema";
import { onboardMerchantSchema } from "@/lib/gateways/bambora/schema.boarding";
import { createAdminKeySchema } from "@/lib/keys/schema";
import { releaseHoldsSchema } from "@/lib/orders/schema";
import { paymentDecisionSchema } from "@/lib/payments/schema";
import { buyerEmailSchema, correctionSchema, eraseSchema } from "@/lib/privacy/schema";
import { refundInputSchema } from "@/lib/refunds/schema";
import { changeTeamsSchema } from "@/lib/teams/schema";
import { changeDeviceSchema, createDeviceSchema } from "@/lib/terminal/device/schema";
import { chooseReadingSchema } from "@/lib/zones/schema";

import type { RouteEntry } from "./row";
import { orderStates, refundFailures } from "./row";

const noCancellation = ["draw-cancelled", "draw-has-winner"] as const;

export const adminCalls = [
  { call: "GET /api/admin/draws", right: "view", purpose: "the draws of one's scope, with state and sales" },
  {
    call: "POST /api/admin/draws",
    right: "draws",
    purpose:
      "import a draw: 201 created, 200 changed; `warnings` lists what is taken all the same: fields that contradict others as they did before, and prices that cash can't pay",
    input: drawSchema,
    answers: [200, 201],
    refusals: ["passkey-required", "draw-locked", "draw-cancelled", "ip-source-required"],
  },
  {
    call: "POST /api/admin/draws/[id]/open",
    right: "draws",
    purpose:
      "reopen sales after an admin closed them; not once a winner is published, nor once its dates have closed them",
    refusals: ["draw-not-found", "draw-cancelled", "draw-drawn", "draw-closed", "ip-source-required"],
  },
  { call: "POST /api/admin/draws/[id]/close", right: "draws", purpose: "close sales", refusals: ["draw-not-found"] },
  {
    call: "POST /api/admin/draws/[id]/archive",
    right: "draws",
    purpose: "leave a draw that is over out of the console's list; its pages and orders stay",
    refusals: ["draw-not-found", "draw-not-over"],
  },
  {
    call: "POST /api/admin/draws/[id]/unarchive",
    right: "draws",
    purpose: "put an archived draw back into the list",
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/admin/draws/[id]/cancellation",
    right: "draws",
    purpose: "what cancelling a draw returns, an open proposal, and how far the refunds are",
    refusals: ["draw-not-found"],
  },
  {
    call: "POST /api/admin/draws/[id]/cancellation",
    right: "draws",
    purpose: "propose to cancel a draw before any number of it is drawn; for people, not for keys",
    input: proposeCancellationSchema,
    refusals: ["passkey-required", "person-required", "draw-not-found", ...noCancellation, "proposal-open"],
  },
  {
    call: "POST /api/admin/draws/[id]/cancellation/approve",
    right: "draws",
    purpose: "cancel a draw that another person proposed to cancel: sales end, money returns, buyers are told",
    input: decideCancellationSchema,
    refusals: [
      ...(["passkey-required", "person-required", "draw-not-found", "proposal-not-found"] as const),
      ...noCancellation,
      "second-person-required",
    ],
  },
  {
    call: "POST /api/admin/draws/[id]/cancellation/withdraw",
    right: "draws",
    purpose: "withdraw a proposal to cancel a draw",
    input: decideCancellationSchema,
    refusals: ["person-required", "draw-not-found", "proposal-not-found"],
  },
  {
    call: "POST /api/admin/draws/[id]/refresh",
    right: "draws",
    purpose: "fetch it from the draw feed now; 404 if there is no feed",
    refusals: ["draw-not-found", "draw-locked", "draw-cancelled", "ip-source-required"],
  },
  {
    call: "POST /api/admin/draws/[id]/free-holds",
    right: "draws",
    purpose: "cancel unpaid holds: all, or with `unknownOnly` those of browsers that never paid",
    input: releaseHoldsSchema,
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/admin/draws/zones",
    right: "draws",
    purpose: "draws with dates whose written offset isn't their zone's, with both readings",
  },
  {
    call: "POST /api/admin/draws/[id]/zones",
    right: "draws",
    purpose: "choose a reading once: `instant` or `wall-clock`",
    input: chooseReadingSchema,
    refusals: ["draw-not-found", "draw-unambiguous", "reading-chosen", "reading-too-late"],
  },
  {
    call: "GET /api/admin/teams",
    right: "teams",
    purpose: "the draws of one's scope that have teams; one that `isFed` comes from the draw feed",
  },
  {
    call: "GET /api/admin/draws/[id]/teams",
    right: "teams",
    purpose: "its teams in groups, with the `revision` of the draw",
    refusals: ["draw-not-found"],
  },
  {
    call: "POST /api/admin/draws/[id]/teams",
    right: "teams",
    purpose:
      "change names, colours, pictures and order of its [teams](design.md#teams); `revision` is the one that was read, and another by now is `draw-edited`",
    input: changeTeamsSchema,
    refusals: ["draw-not-found", "draw-edited", "draw-of-feed", "draw-locked", "ip-source-required"],
  },
  {
    call: "GET /api/admin/draws/[id]/history",
    right: ["draws", "history"],
    purpose: "what was done to the draw",
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/admin/draws/[id]/report",
    right: "reports",
    purpose: "the regulator's report, as lines of JSON; complete only with its last line",
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/admin/home",
    right: ["reports", "browse"],
    purpose:
      "[the home of the console](decisions/075-home.md): draws of one's scope that sell or just have, with the sales of the day by hour, channel, method, tablet, operator and team, and what needs attention",
  },
  { call: "GET /api/admin/keys", right: "keys", purpose: "the named admin keys with their rights and state" },
  {
    call: "POST /api/admin/keys",
    right: "keys",
    purpose: "make one, for `days` or until `expiresAt`; the answer alone has the key",
    input: createAdminKeySchema,
    answers: [201],
  },
  { call: "POST /api/admin/keys/[name]/revoke", right: "keys", purpose: "revoke it for good", refusals: ["not-found"] },
  {
    call: "GET /api/admin/orders",
    right: "find",
    purpose: "orders by code, id or validation number; `instanceId` tells draws apart",
    query: { order: "required", instanceId: "optional" },
    refusals: ["order-not-found"],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/refund",
    right: rightsOfActions.refund,
    purpose:
      "refund it, whole or by `lines`: 200 done, 202 in progress; `drawer` is the device whose cash is handed back, by default the one that took it; `reason` is [a word](design.md#refund-states)",
    input: refundInputSchema,
    answers: [200, 202],
    refusals: [
      "passkey-required",
      "order-not-found",
      "order-not-paid",
      "order-being-paid",
      "order-refunded",
      "line-not-found",
      "line-refunded",
      "number-won",
      "refund-under-way",
      "refund-numbers-used",
      "refund-day-limit",
      ...refundFailures,
    ],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/resend",
    right: rightsOfActions.resend,
    purpose: "resend its receipt",
    refusals: ["order-not-found", ...orderStates, "details-erased", "receipt-unavailable", "resend-limit"],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/correct",
    right: rightsOfActions.correct,
    purpose:
      "correct the buyer of a paid order; body `{name, email, phone}`, one at least; answers which were `corrected`, and whether its receipt is sent again (`isMailed`). Another email [changes the order's address](decisions/064-corrections.md)",
    input: correctionSchema,
    refusals: [
      "order-not-found",
      "order-not-paid",
      ...orderStates,
      "details-erased",
      "receipt-unavailable",
      "winner-named",
    ],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/settle",
    right: rightsOfActions.settle,
    purpose: "state what the bank's records show for an open payment",
    input: paymentDecisionSchema,
    refusals: [
      "passkey-required",
      "order-not-found",
      "order-being-paid",
      "payment-not-open",
      "settlement-too-early",
      "bank-answers",
      "transaction-taken",
    ],
  },
  {
    call: "POST /api/admin/orders/[instanceId]/[orderId]/hide",
    right: rightsOfActions.hide,
    purpose: "remove it from the public list",
    refusals: ["order-not-found", "order-not-paid"],
  },
  {
    call: "GET /api/admin/devices",
    right: "devices",
    purpose:
      "devices of one's scope, or of one parent, with the last call of each (`lastSeenAt`) and, for who may view draws, what it took and refunded today",
    query: { parentId: "optional" },
  },
  {
    call: "POST /api/admin/devices",
    right: "devices",
    purpose: "create a device: its link and one-time code",
    input: createDeviceSchema,
    answers: [201],
    refusals: ["passkey-required"],
  },
  {
    call: "POST /api/admin/devices/demo",
    right: "devices",
    purpose: "the link that registers the demo's tablet; 404 outside demo mode",
    refusals: ["passkey-required", "not-found", "device-not-found", "device-revoked"],
  },
  {
    call: "GET /api/admin/devices/history",
    right: ["devices", "history"],
    purpose: "what was done to the devices of a parent",
    query: { parentId: "required" },
  },
  {
    call: "POST /api/admin/devices/[deviceId]/renew",
    right: "devices",
    purpose: "a new link",
    refusals: ["passkey-required", "device-not-found", "device-revoked"],
  },
  {
    call: "POST /api/admin/devices/[deviceId]/revoke",
    right: "devices",
    purpose: "revoke it for good",
    refusals: ["passkey-required", "device-not-found"],
  },
  {
    call: "POST /api/admin/devices/[deviceId]/settings",
    right: "devices",
    purpose:
      "whether it lists [what others sold](design.md#orders-that-a-tablet-lists) (`listsOthers`), from its next call on",
    input: changeDeviceSchema,
    refusals: ["passkey-required", "device-not-found", "device-revoked"],
  },
  {
    call: "POST /api/admin/people/export",
    right: "people",
    purpose:
      "everything stored about a person: `orders`, and `access` of a person of the console; the email address never stands in a URL",
    input: buyerEmailSchema,
    refusals: ["passkey-required"],
  },
  {
    call: "POST /api/admin/people/erase",
    right: "people",
    purpose:
      "erase a person from every order where it may be done, or with `dryRun` say where that is; lists what was `erased` and what is `kept`, with the reason; `unfinished` counts orders that a failure left as they were. A person of the console is erased (`access`) once their access has ended",
    input: eraseSchema,
    refusals: ["passkey-required"],
  },
  {
    call: "POST /api/admin/payments/[number]/refund",
    right: "settle",
    purpose:
      "refund what the gateway captured under a number that no payment here has, [after a restore](operations.md#after-a-restore): 200 done, 202 in progress",
    answers: [200, 202],
    refusals: [
      "passkey-required",
      "not-found",
      "order-being-paid",
      "payment-not-open",
      "payment-not-lost",
      "payment-returned",
      "bank-not-answering",
      "refund-under-way",
      ...refundFailures,
    ],
  },
  {
    call: "GET /api/admin/history",
    right: "history",
    purpose:
      "what was done to draws, tablets and people of one's scope, newest first: of one `chain` (a draw's id, `parent:ID`, `system:people`, `system:keys`), a subject or `kind`, `who` acted, a `day` in a `zone`, without sign-ins (`signIns=hidden`); `next` continues `before` it, `head` is the chain's newest seal",
    query: {
      ...{ chain: "optional", kind: "optional", who: "optional", day: "optional", zone: "optional" },
      ...{ signIns: "optional", before: "optional" },
    },
  },
  {
    call: "GET /api/admin/history/revision",
    right: "history",
    purpose: "the values that a `revision` of a draw changed, before and after",
    query: { draw: "required", revision: "required" },
    refusals: ["draw-not-found"],
  },
  {
    call: "GET /api/admin/history/seal",
    right: "history",
    purpose:
      "compare a seal that was saved with the chain's, and verify the 20,000 entries up to it: `verdict` is `same`, `different` or `missing`",
    query: { head: "required" },
  },
  { call: "GET /api/admin/reconcile", right: "reports", purpose: "close a day", query: { day: "required" } },
  {
    call: "GET /api/admin/invariants",
    right: "reports",
    purpose:
      "check the database, for one draw or everything; with `Accept: application/x-ndjson`, it reports its progress",
    query: { instanceId: "optional", head: "repeated" },
    refusals: ["draw-not-found"],
  },
  {
    call: "POST /api/bambora/onboardMerchant",
    right: "payments",
    purpose: "send a merchant application, or get its state",
    input: onboardMerchantSchema,
    refusals: ["passkey-required", "boarding-refused", "boarding-unknown", "boarding-unavailable"],
  },
] as const satisfies readonly RouteEntry[];
