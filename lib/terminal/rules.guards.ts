import type { AllocationIds } from "./rules.cookies";

/** What becomes of a request for a page of the terminal: it is served, refused with 403, or not found. */
export type GuardVerdict = "allowed" | "forbidden" | "missing";

/**
 * The ids that a browser names, whether it carries a credential, which knows them all, and the query. A page that is
 * served for the credential alone sets the ids again.
 */
type Asked = { ids: AllocationIds; hasCredential: boolean; query: URLSearchParams };
type Rule = (asked: Asked) => boolean;

const idNames = ["deviceId", "parentId", "locationId"] as const;

const hasAllocation: Rule = ({ ids, hasCredential }) => hasCredential || idNames.some((name) => Boolean(ids[name]));
const mayRegister: Rule = (asked) => hasAllocation(asked) || idNames.some((name) => Boolean(asked.query.get(name)));
const mayList: Rule = (asked) => hasAllocation(asked) && Boolean(asked.query.get("instanceId"));

const rules = new Map<string, Rule>([
  ["/terminal", () => true],
  ["/terminal/register", mayRegister],
  ["/terminal/recent-orders", mayList],
  ["/terminal/unfinalized-orders", mayList],
  ["/terminal/success", hasAllocation],
  ["/terminal/order-details", hasAllocation],
]);

const sellingPage = /^\/terminal\/[^/]+$/;

/** True for the page of the terminal that sells: the only one that takes cards. */
export function isSellingPage(barePath: string): boolean {
  return sellingPage.test(barePath) && !rules.has(barePath);
}

/**
 * Whether a page of the terminal is served (docs/design.md, Page guards of the terminal): by its path without language
 * prefix, by what the browser names and carries, and by the query. A path that no page has is missing.
 */
export function guardTerminalPage(barePath: string, asked: Asked): GuardVerdict {
  const rule = rules.get(barePath);
  if (rule) return rule(asked) ? "allowed" : "missing";
  if (!isSellingPage(barePath)) return "missing";
  const { ids, hasCredential } = asked;
  return hasCredential || (ids.deviceId && ids.parentId) ? "allowed" : "forbidden";
}
