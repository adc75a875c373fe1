import type { AllocationIds } from "./rules";
import { idKeys } from "./rules";

export type GuardVerdict = "allowed" | "forbidden" | "missing";

/** With a credential, missing id cookies don't count, because the page sets them again. */
type PageRequest = { ids: AllocationIds; hasCredential: boolean; query: URLSearchParams };
type Rule = (request: PageRequest) => boolean;

const hasAllocation: Rule = ({ ids, hasCredential }) => hasCredential || idKeys.some((key) => Boolean(ids[key]));
const mayRegister: Rule = (request) => hasAllocation(request) || idKeys.some((key) => Boolean(request.query.get(key)));
const mayList: Rule = (request) => hasAllocation(request) && Boolean(request.query.get("instanceId"));

const rules = new Map<string, Rule>([
  ["/terminal", () => true],
  ["/terminal/register", mayRegister],
  ["/terminal/recent-orders", mayList],
  ["/terminal/unfinalized-orders", mayList],
  ["/terminal/success", hasAllocation],
  ["/terminal/order-details", hasAllocation],
]);

const sellingPage = /^\/terminal\/[^/]+$/;

/** The only page that takes cards. */
export function isSellingPage(barePath: string): boolean {
  return sellingPage.test(barePath) && !rules.has(barePath);
}

/** Defined in docs/design.md, Page guards of the terminal. `barePath` has no language. */
export function guardTerminalPage(barePath: string, request: PageRequest): GuardVerdict {
  const rule = rules.get(barePath);
  if (rule) return rule(request) ? "allowed" : "missing";
  if (!isSellingPage(barePath)) return "missing";
  const { ids, hasCredential } = request;
  return hasCredential || (ids.deviceId && ids.parentId) ? "allowed" : "forbidden";
}
