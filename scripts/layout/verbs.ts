/** The verbs that a use case's name may begin with; one word per thing that is done. */
export const useCaseVerbs: readonly string[] = [
  "authenticate",
  "cancel",
  "charge",
  "check",
  "close",
  "count",
  "complete",
  "create",
  "delete",
  "deliver",
  "expire",
  "extend",
  "finalize",
  "find",
  "import",
  "issue",
  "list",
  "open",
  "pay",
  "place",
  "project",
  "read",
  "reconcile",
  "refund",
  "register",
  "release",
  "renew",
  "report",
  "reprint",
  "request",
  "require",
  "resend",
  "reserve",
  "revoke",
  "seal",
  "send",
  "settle",
  "take",
  "verify",
  "view",
];

/** `place-order.ts` names the function `placeOrder`. */
export function functionNameOf(path: string): string {
  const name = (path.split("/").pop() ?? "").replace(/\.ts$/, "");
  return name.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}
