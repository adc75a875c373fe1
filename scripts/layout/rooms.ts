/** Domains in `lib/`, each with the domains that it may know (design section 3: downhill only). */
export const domains: Record<string, readonly string[]> = {
  verification: ["orders", "draws", "payments", "audit", "limits"],
  terminal: ["orders", "draws", "payments", "receipts", "eligibility", "audit", "limits"],
  orders: ["draws", "payments", "receipts", "eligibility", "audit", "limits"],
  draws: ["audit"],
  payments: [],
  audit: [],
  receipts: [],
  eligibility: [],
  limits: [],
};

/** Platform folders in `lib/`: they serve every room and know no domain. */
export const platformFolders: readonly string[] = ["db", "http", "i18n", "app-check", "jobs", "csp"];

/** The only files that build what a process or a request works with, and so may import any room of `lib/`. */
const wiringFiles: readonly string[] = ["lib/context.ts", "lib/runtime.ts", "lib/start-server.ts"];

/** What a file is, as its path alone tells. */
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

/** A file's room and, inside `lib/`, its domain. */
export type Room = { kind: RoomKind; domain?: string };

const roles: readonly [RegExp, RoomKind][] = [
  [/^rules(\.[a-z0-9-]+)?\.ts$/, "rules"],
  [/^schema(\.[a-z0-9-]+)?\.ts$/, "schema"],
  [/^store(\.[a-z0-9-]+)?\.ts$/, "store"],
  [/^(gateway|port\.[a-z0-9-]+)\.ts$/, "gateway-port"],
  [/^gateway\.[a-z0-9-]+\.ts$/, "gateway-adapter"],
  [/^client\.ts$/, "client"],
  [/^job(\.[a-z0-9-]+)?\.ts$/, "job"],
  [/^[a-z]+(-[a-z0-9]+){1,2}\.ts$/, "use-case"],
];

function libRoom(path: string): Room {
  if (wiringFiles.includes(path)) return { kind: "wiring" };
  const [, folder = "", ...rest] = path.split("/");
  if (rest.length === 0) return { kind: "platform" };
  if (path.startsWith("lib/db/schema/")) return { kind: "tables" };
  if (folder === "db") return { kind: "database" };
  if (platformFolders.includes(folder)) return { kind: "platform" };
  if (!(folder in domains) || rest.length !== 1) return { kind: "unknown" };
  const role = roles.find(([pattern]) => pattern.test(rest[0] ?? ""));
  return { kind: role?.[1] ?? "unknown", domain: folder };
}

function appRoom(path: string): Room {
  if (/\/route\.ts$/.test(path)) return { kind: "route" };
  return { kind: /(^|\/)page\.tsx$/.test(path) ? "page" : "edge" };
}

/** The room that a path stands for. */
export function roomOf(path: string): Room {
  const top = path.split("/")[0] ?? "";
  if (/\.test\.tsx?$/.test(path) || top === "tests") return { kind: "test" };
  if (top === "lib") return libRoom(path);
  if (top === "app") return appRoom(path);
  if (top === "components") return { kind: "view" };
  if (top === "sandbox") return { kind: "sandbox" };
  const isServedRoot = /^(middleware|instrumentation|instrumentation-client)\.ts$/.test(path);
  return { kind: isServedRoot ? "edge" : "tooling" };
}
