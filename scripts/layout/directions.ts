import type { Room, RoomKind } from "./rooms";
import { domains, findGateway, findViewFolder, sharedPorts, sharedStores, viewFolders } from "./rooms";

export type Place = Room & { path: string };

const freeRooms = new Set<RoomKind>(["test", "tooling", "unknown"]);
const edgeImports: RoomKind[] = ["edge", "view", "client", "rules", "schema", "use-case", "wiring", "platform"];

/** Allowed imports of values (docs/architecture.md). */
const valuesAllowed: Partial<Record<RoomKind, readonly RoomKind[]>> = {
  page: edgeImports,
  route: edgeImports,
  edge: edgeImports,
  view: ["view", "client", "rules", "platform"],
  client: ["client", "rules", "platform"],
  rules: ["rules", "schema", "platform"],
  schema: ["rules", "schema", "platform"],
  store: ["store", "rules", "schema", "tables", "database", "platform"],
  "gateway-port": ["rules", "schema", "platform"],
  "gateway-adapter": ["gateway-port", "gateway-adapter", "rules", "schema", "platform"],
  "use-case": ["use-case", "store", "gateway-port", "rules", "schema", "database", "platform"],
  job: ["job", "use-case", "store", "rules", "schema", "database", "platform"],
  wiring: [
    "wiring",
    "use-case",
    "store",
    "gateway-port",
    "gateway-adapter",
    "job",
    "rules",
    "schema",
    "database",
    "platform",
  ],
  tables: ["tables", "platform"],
  database: ["database", "tables", "platform"],
  platform: ["platform", "database"],
  sandbox: ["sandbox"],
};

/** Allowed type imports. */
const typesAllowed: Partial<Record<RoomKind, readonly RoomKind[]>> = {
  page: ["store", "gateway-port", "database"],
  route: ["store", "gateway-port", "database"],
  edge: ["store", "gateway-port", "database"],
  view: ["schema", "use-case", "gateway-port"],
  client: ["schema", "use-case"],
  "gateway-port": ["gateway-port"],
  rules: ["gateway-port"],
  schema: ["gateway-port"],
  store: ["wiring", "gateway-port"],
  "use-case": ["wiring"],
  job: ["wiring"],
  tables: ["rules", "schema"],
};

/** Other domains may use these kinds of files. Adapters of gateways and jobs are private. */
const sharedBetweenDomains = new Set<RoomKind>(["rules", "schema", "use-case", "gateway-port", "client", "tables"]);

const hints: Partial<Record<RoomKind, string>> = {
  store: "rows are read and written by the use cases of their own domain: call one, lib/<domain>/<verb>-<noun>.ts",
  "gateway-port": "a gateway is called by a use case that gets it in ctx",
  "gateway-adapter": "a gateway comes through ctx and is wired in lib/wiring/runtime.ts alone",
  "use-case": "a use case is called by a page, a route handler, a job or another use case; pass its answer on as data",
  database: "SQL and connections belong in lib/<domain>/store.ts",
  tables: "SQL belongs in lib/<domain>/store.ts",
  wiring: "take ctx as a parameter; only the edge builds one",
  schema: "take its types alone (import type): zod stays out of the browser",
  client: "the browser's door is for components; on the server call the use case",
  view: "views belong to pages and other views; move what is shared to rules.ts",
  page: "nothing imports a page",
  route: "nothing imports a route handler; move what is shared to a use case",
  edge: "nothing below app imports it; move what is shared to lib or components",
  job: "jobs are started by lib/wiring",
  sandbox: "the sandbox is another server: speak to it over HTTP",
  rules: "the platform knows no domain: move this into the domain",
};

export function findImportProblem(from: Place, to: Place, typeOnly: boolean): string | null {
  if (freeRooms.has(from.kind) || to.kind === "unknown") return null;
  if (to.kind === "test") return "tests are imported by tests alone";
  if (to.kind === "tooling") return "tools are imported by tools and tests alone";
  if (from.path === "instrumentation.ts" && to.kind === "job") return null;
  if (from.path === "app/api/purchase-calls.ts" && to.kind === "route") return null;
  if (from.path.startsWith("components/ui/") && knowsDomain(to)) {
    return "components/ui knows no domain: move this view to components/<domain>";
  }
  const allowed = [...(valuesAllowed[from.kind] ?? []), ...(typeOnly ? (typesAllowed[from.kind] ?? []) : [])];
  if (!allowed.includes(to.kind)) return hints[to.kind] ?? "this direction does not exist (docs/architecture.md)";
  return findViewProblem(from, to) ?? findGatewayProblem(from, to) ?? findDomainProblem(from, to);
}

function findDomainProblem(from: Place, to: Place): string | null {
  if (!from.domain || !to.domain || from.domain === to.domain) return null;
  const known = domains[from.domain] ?? [];
  if (!known.includes(to.domain)) {
    const allowed = known.length > 0 ? `only ${known.join(", ")}` : "no other domain";
    return `lib/${from.domain} knows ${allowed}: move this to a room above both, or what both need below them`;
  }
  if (to.kind === "store" && sharedStores.includes(to.domain)) return null;
  return sharedBetweenDomains.has(to.kind) ? null : (hints[to.kind] ?? "this is private to its domain");
}

function findGatewayProblem(from: Place, to: Place): string | null {
  const [own, other] = [findGateway(from.path), findGateway(to.path)];
  if (!own || !other || own === other || sharedPorts[own] === other) return null;
  return `lib/gateways/${own} knows no other gateway, except the port that it implements`;
}

function findViewProblem(from: Place, to: Place): string | null {
  if (from.kind !== "view" || to.kind !== "view") return null;
  const [own, other] = [findViewFolder(from.path), findViewFolder(to.path)];
  if (own === other || other.startsWith(`${own}/`) || viewFolders[own]?.includes(other)) return null;
  return `components/${own} stands below components/${other}: move what both need further down`;
}

function knowsDomain(to: Place): boolean {
  const isForeignView = to.kind === "view" && !to.path.startsWith("components/ui/");
  return isForeignView || to.domain !== undefined;
}
