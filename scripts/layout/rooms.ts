/** Each room, with the rooms that it may import (docs/architecture.md). */
export const domains: Record<string, readonly string[]> = {
  audit: [],
  limits: [],
  gateways: [],
  icons: ["gateways"],
  provinces: [],
  draws: ["audit", "gateways"],
  feed: ["draws", "gateways"],
  teams: ["feed", "draws"],
  drafts: ["eligibility", "provinces", "draws", "audit"],
  zones: ["draws", "audit"],
  keys: ["draws", "audit"],
  shares: ["draws", "limits"],
  eligibility: ["draws", "provinces", "gateways"],
  orders: ["eligibility", "shares", "draws", "audit", "limits", "gateways"],
  activity: ["orders", "draws", "audit"],
  reports: ["orders", "draws"],
  receipts: ["orders", "draws", "provinces", "audit", "gateways"],
  payments: ["receipts", "orders", "eligibility", "shares", "draws", "audit", "limits", "gateways"],
  refunds: ["receipts", "orders", "draws", "audit", "gateways"],
  admin: ["receipts", "orders", "draws"],
  people: ["receipts", "orders", "draws", "audit", "gateways"],
  privacy: ["people", "admin", "receipts", "orders", "draws", "audit"],
  reconciliation: ["payments", "refunds", "orders", "draws", "audit", "gateways"],
  invariants: ["reconciliation", "payments", "refunds", "orders", "draws", "audit"],
  verification: ["payments", "refunds", "orders", "draws", "audit", "limits", "gateways"],
  console: ["reports", "drafts", "refunds", "admin", "receipts", "orders", "draws", "audit"],
  monitoring: ["payments"],
  history: ["terminal", "people", "keys", "draws", "audit"],
  previews: ["terminal", "receipts", "orders", "draws"],
  terminal: ["payments", "refunds", "receipts", "activity", "orders", "draws", "audit", "limits"],
};

/** Gateways that implement the port of another folder. */
export const sharedPorts: Record<string, string> = { bambora: "payment" };

export function findGateway(path: string): string | undefined {
  const [, folder, gateway] = path.split("/");
  return path.startsWith("lib/") && folder === "gateways" ? gateway : undefined;
}

/** Stores that higher rooms may use. All others are private. */
export const sharedStores: readonly string[] = ["audit", "draws", "orders", "receipts", "shares"];

const beforeCheckout = ["ui", "draws", "order-form", "payment", "orders"];

const belowTerminal = [...beforeCheckout, "terminal/shell", "terminal/device"];

export const viewFolders: Record<string, readonly string[]> = {
  ui: [],
  share: ["ui"],
  draws: ["ui", "share"],
  "order-form": ["ui", "draws"],
  payment: ["ui", "draws", "order-form"],
  orders: ["ui", "share", "draws", "order-form", "payment"],
  checkout: ["share", ...beforeCheckout],
  demo: ["ui", "draws"],
  poster: ["ui", "draws"],
  preview: ["ui"],
  console: ["ui", "draws"],
  "terminal/shell": beforeCheckout,
  "terminal/device": [...beforeCheckout, "terminal/shell"],
  "terminal/receipt": belowTerminal,
  "terminal/sale": [...belowTerminal, "terminal/receipt"],
  "terminal/orders": belowTerminal,
  "terminal/home": belowTerminal,
  terminal: beforeCheckout,
  verification: [...beforeCheckout, "console"],
};

export function findViewFolder(path: string): string {
  const [, folder = "", inner = ""] = path.split("/");
  const nested = `${folder}/${inner}`;
  return nested in viewFolders ? nested : folder;
}

export const platformFolders: readonly string[] = [
  "db",
  "http",
  "guard",
  "i18n",
  "jobs",
  "csp",
  "server",
  "monitoring",
];

/** Wiring may import any room of `lib/`. */
function isWiring(path: string): boolean {
  return path.startsWith("lib/wiring/") || path === "lib/context.ts";
}

export type RoomKind =
  | "page"
  | "route"
  | "edge"
  | "view"
  | "client"
  | "rules"
  | "schema"
  | "store"
  | "gateway-port"
  | "gateway-adapter"
  | "use-case"
  | "job"
  | "wiring"
  | "tables"
  | "database"
  | "platform"
  | "test"
  | "sandbox"
  | "tooling"
  | "unknown";

export type Room = { kind: RoomKind; domain?: string };

const roles: readonly [RegExp, RoomKind][] = [
  [/^rules(\.[a-z0-9-]+)?\.ts$/, "rules"],
  [/^schema(\.[a-z0-9-]+)?\.ts$/, "schema"],
  [/^store(\.[a-z0-9-]+)?\.ts$/, "store"],
  [/^tables(\.[a-z0-9-]+)?\.ts$/, "tables"],
  [/^port(\.[a-z0-9-]+)?\.ts$/, "gateway-port"],
  [/^gateway\.[a-z0-9-]+\.ts$/, "gateway-adapter"],
  [/^client(\.[a-z0-9-]+)?\.ts$/, "client"],
  [/^job(\.[a-z0-9-]+)?\.ts$/, "job"],
  [/^[a-z]+(-[a-z0-9]+){1,2}\.ts$/, "use-case"],
];

/** Directly in the room, or in one folder by subject. */
function isInRoom(rest: string[], depth: number): boolean {
  return rest.length === depth || (rest.length === depth + 1 && /^[a-z]+(-[a-z]+)*$/.test(rest[depth - 1] ?? ""));
}

function platformRoom(path: string): Room {
  const [, , folder = "", ...rest] = path.split("/");
  if (folder === "db" && rest.length === 1) return { kind: /^tables\./.test(rest[0] ?? "") ? "tables" : "database" };
  return { kind: platformFolders.includes(folder) && isInRoom(rest, 1) ? "platform" : "unknown" };
}

function domainRoom(path: string): Room {
  const [, folder = "", ...rest] = path.split("/");
  const depth = folder === "gateways" ? 2 : 1;
  if (!(folder in domains) || !isInRoom(rest, depth)) return { kind: "unknown" };
  const role = roles.find(([pattern]) => pattern.test(rest.at(-1) ?? ""));
  return { kind: role?.[1] ?? "unknown", domain: folder };
}

function libRoom(path: string): Room {
  if (isWiring(path)) return { kind: "wiring" };
  if (path.split("/").length === 2) return { kind: "platform" };
  return path.startsWith("lib/platform/") ? platformRoom(path) : domainRoom(path);
}

function appRoom(path: string): Room {
  if (/\/route\.ts$/.test(path)) return { kind: "route" };
  return { kind: /(^|\/)page\.tsx$/.test(path) ? "page" : "edge" };
}

export function findRoom(path: string): Room {
  const top = path.split("/")[0] ?? "";
  if (/\.test\.tsx?$/.test(path) || top === "tests") return { kind: "test" };
  if (top === "lib") return libRoom(path);
  if (top === "app") return appRoom(path);
  if (top === "components") return { kind: "view" };
  if (top === "sandbox") return { kind: "sandbox" };
  const isServedRoot = /^(middleware|instrumentation|instrumentation-client)\.ts$/.test(path);
  return { kind: isServedRoot ? "edge" : "tooling" };
}
