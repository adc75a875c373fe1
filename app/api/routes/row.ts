import "server-only";

import type { z } from "zod";

import type { NeededRight } from "@/lib/admin-rights";
import type { RefusalReason } from "@/lib/platform/http/reasons";

/** Who may call (docs/api.md, Who may call). */
export type Caller = "anybody" | "buyer" | "device" | "verifier" | "monitor" | "admin";

/** One call of the API: a method of a route. */
export type Row = {
  /** The folder of its handler in `app`, without groups. */
  path: string;
  method: "GET" | "POST";
  caller: Caller;
  /** What an admin's key must allow. */
  right?: NeededRight;
  /** A device may call without the credential of its registration. */
  isOpen?: true;
  /** What it is for, in the Markdown of docs/api.md. */
  purpose: string;
  /** The path in docs/api.md, if it isn't the folder's. */
  address?: string;
  query?: Readonly<Record<string, "required" | "optional" | "repeated">>;
  /** Whether `Idempotency-Key` is read. */
  key?: "required" | "optional";
  /** The schema of the body; a call without one takes no body. */
  input?: z.ZodType;
  /** The types of a body that isn't `application/json`. */
  bodyTypes?: readonly string[];
  /** The statuses of success, 200 alone unless they are listed. */
  answers?: readonly number[];
  /** The refusals besides those of every call of its kind. */
  refusals?: readonly RefusalReason[];
};

/** A row as the table has it, without its caller. */
export type Entry = Omit<Row, "path" | "method" | "caller"> & { call: `${Row["method"]} /${string}` };

/** Why a draw isn't selling. */
export const notOnSale = [
  "draw-not-found",
  "draw-upcoming",
  "draw-closed",
  "provider-unsupported",
  "sold-out",
  "jackpot-reached",
  "all-held",
] as const satisfies readonly RefusalReason[];

/** What an order may have become. */
export const orderStates = [
  "order-being-paid",
  "order-finalized",
  "order-expired",
  "order-cancelled",
  "order-refunded",
] as const satisfies readonly RefusalReason[];

/** Why the gateway didn't take a card. */
export const cardFailures = [
  "declined",
  "card-number-invalid",
  "card-expiry-invalid",
  "card-security-code-wrong",
  "card-type-unsupported",
  "card-details-expired",
  "card-authentication-required",
  "payment-details-invalid",
  "payment-unavailable",
] as const satisfies readonly RefusalReason[];

/** Why a payment wasn't made, also if that is found later. */
export const paymentFailures = [
  ...cardFailures,
  "payment-not-made",
  "payment-returned",
  "amount-mismatch",
] as const satisfies readonly RefusalReason[];

/** Why a refund wasn't made, as the gateway tells it. */
export const refundFailures = [
  "refund-refused",
  "refund-unavailable",
  "refund-made-elsewhere",
] as const satisfies readonly RefusalReason[];

type Kind = { name: string; includes: (row: Row) => boolean; refusals: readonly RefusalReason[] };

const isOfPages = ({ caller }: Row) => caller !== "admin" && caller !== "monitor";

/** Whether a call is refused from the pages of other sites. */
export function isOwnPagesAlone(row: Row): boolean {
  return row.method === "POST" && isOfPages(row) && row.caller !== "anybody";
}

/** Whether a call needs the credential of a device. */
export function needsCredential({ caller, isOpen }: Row): boolean {
  return caller === "device" && !isOpen;
}

function readsBody({ input, bodyTypes }: Row): boolean {
  return input !== undefined || bodyTypes !== undefined;
}

/** Kinds of calls, with the refusals that all calls of the kind may answer. */
export const kinds: readonly Kind[] = [
  { name: "every call", includes: () => true, refusals: ["internal-error", "service-unavailable"] },
  {
    name: "of anybody, buyers, devices and verifiers",
    includes: isOfPages,
    refusals: ["app-check-required", "app-check-unavailable"],
  },
  {
    name: "a `POST` of a buyer, a device or a verifier",
    includes: isOwnPagesAlone,
    refusals: ["foreign-origin"],
  },
  { name: "with a device's credential", includes: needsCredential, refusals: ["device-required", "device-revoked"] },
  {
    name: "of a verifier",
    includes: ({ caller }) => caller === "verifier",
    refusals: ["not-found", "verification-session-required"],
  },
  { name: "of a monitor", includes: ({ caller }) => caller === "monitor", refusals: ["not-found"] },
  {
    name: "of an admin",
    includes: ({ caller }) => caller === "admin",
    refusals: ["admin-key-wrong", "admin-right-missing", "too-many-tries"],
  },
  {
    name: "a `POST`, and every call of an admin",
    includes: ({ method, caller }) => method === "POST" || caller === "admin",
    refusals: ["malformed-json", "body-too-large", "invalid-input"],
  },
  { name: "with a body", includes: readsBody, refusals: ["content-type-unsupported"] },
  {
    name: "with `Idempotency-Key`",
    includes: ({ key }) => key !== undefined,
    refusals: ["idempotency-key-required"],
  },
];

/** The refusals that a call may answer, besides `method-not-allowed` for another method of its route. */
export function refusalsOf(row: Row): RefusalReason[] {
  const common = kinds.filter(({ includes }) => includes(row)).flatMap(({ refusals }) => refusals);
  return [...new Set([...common, ...(row.refusals ?? [])])];
}
