import "server-only";

import type { z } from "zod";
import type { RefusalReason } from "@/lib/platform/http/reasons";
import type { NeededRight } from "@/lib/rights";

export type Caller = "anybody" | "buyer" | "device" | "verifier" | "monitor" | "admin" | "person" | "visitor";

export type RouteRow = {
  /** The handler's folder in `app`, without route groups. */
  path: string;
  method: "GET" | "POST";
  caller: Caller;
  right?: NeededRight;
  /** Devices may call it without the credential of a registration. */
  isOpen?: true;
  /** In docs/api.md, as Markdown. */
  purpose: string;
  /** Shown in docs/api.md, if it differs from the folder. */
  documentedPath?: string;
  query?: Readonly<Record<string, "required" | "optional" | "repeated">>;
  key?: "required" | "optional";
  /** Schema of the body. Without one, a call must not have a body. */
  input?: z.ZodType;
  /** Media types of the body, if not `application/json`. */
  bodyTypes?: readonly string[];
  /** Statuses of success. The default is 200. */
  answers?: readonly number[];
  /** Further refusals, besides `commonRefusals`. */
  refusals?: readonly RefusalReason[];
};

export type RouteEntry = Omit<RouteRow, "path" | "method" | "caller"> & { call: `${RouteRow["method"]} /${string}` };

export const notOnSale = [
  "draw-not-found",
  "draw-upcoming",
  "draw-closed",
  "draw-cancelled",
  "provider-unsupported",
  "sold-out",
  "jackpot-reached",
  "all-held",
] as const satisfies readonly RefusalReason[];

export const orderStates = [
  "order-being-paid",
  "order-finalized",
  "order-expired",
  "order-cancelled",
  "order-refunded",
] as const satisfies readonly RefusalReason[];

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

/** Includes failures that only a later lookup finds. */
export const paymentFailures = [
  ...cardFailures,
  "payment-not-made",
  "payment-returned",
  "amount-mismatch",
] as const satisfies readonly RefusalReason[];

export const refundFailures = [
  "refund-refused",
  "refund-unavailable",
  "refund-made-elsewhere",
] as const satisfies readonly RefusalReason[];

type CommonRefusals = { name: string; includes: (row: RouteRow) => boolean; refusals: readonly RefusalReason[] };

const isCalledByPages = ({ caller }: RouteRow) => !["admin", "monitor", "person", "visitor"].includes(caller);

const needsSignIn = ({ caller }: RouteRow) => caller === "admin" || caller === "person";

/** The call is refused if it comes from another site's page (`foreign-origin`). */
export function isOwnPagesOnly(row: RouteRow): boolean {
  return row.method === "POST" && (isCalledByPages(row) ? row.caller !== "anybody" : row.caller === "visitor");
}

export function needsCredential({ caller, isOpen }: RouteRow): boolean {
  return caller === "device" && !isOpen;
}

function readsBody({ input, bodyTypes }: RouteRow): boolean {
  return input !== undefined || bodyTypes !== undefined;
}

export const commonRefusals: readonly CommonRefusals[] = [
  { name: "every call", includes: () => true, refusals: ["internal-error", "service-unavailable"] },
  {
    name: "of anybody, buyers, devices and verifiers",
    includes: isCalledByPages,
    refusals: ["app-check-required", "app-check-unavailable"],
  },
  {
    name: "a `POST` of a buyer, a device, a verifier or a visitor of the console",
    includes: isOwnPagesOnly,
    refusals: ["foreign-origin"],
  },
  { name: "with a device's credential", includes: needsCredential, refusals: ["device-required", "device-revoked"] },
  {
    name: "of a verifier",
    includes: ({ caller }) => caller === "verifier",
    refusals: ["not-found", "verification-session-required"],
  },
  { name: "of a monitor", includes: ({ caller }) => caller === "monitor", refusals: ["not-found"] },
  { name: "of an admin", includes: ({ caller }) => caller === "admin", refusals: ["admin-right-missing"] },
  {
    name: "of an admin or a person, with a key or a session",
    includes: needsSignIn,
    refusals: ["admin-key-wrong", "session-required", "foreign-origin", "too-many-tries"],
  },
  { name: "of a visitor of the console", includes: ({ caller }) => caller === "visitor", refusals: ["too-many-tries"] },
  {
    name: "a `POST`, and every call of an admin or a person",
    includes: (row) => row.method === "POST" || needsSignIn(row),
    refusals: ["malformed-json", "body-too-large", "invalid-input"],
  },
  { name: "with a body", includes: readsBody, refusals: ["content-type-unsupported"] },
  {
    name: "with `Idempotency-Key`",
    includes: ({ key }) => key !== undefined,
    refusals: ["idempotency-key-required"],
  },
];

export function listRefusals(row: RouteRow): RefusalReason[] {
  const common = commonRefusals.filter(({ includes }) => includes(row)).flatMap(({ refusals }) => refusals);
  return [...new Set([...common, ...(row.refusals ?? [])])];
}
