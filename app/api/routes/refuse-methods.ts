import "server-only";

import { refuse } from "@/lib/platform/http/reasons";
import { respondRefusal } from "@/lib/platform/http/respond";
import { getCurrentRequestId } from "@/lib/platform/server/log";

import type { MethodOf, RoutePath } from "./table";
import { routes } from "./table";

/** Methods that a Next route can export. The guard refuses others (guard-servers.ts). */
const methods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;

type MethodHandlers = Record<(typeof methods)[number], () => Response>;

/** Refuses the other methods with 405 and `Allow`. Next would answer without a body. */
export function refuseMethods<Path extends RoutePath>(path: Path): Omit<MethodHandlers, MethodOf<Path>> {
  const headers = { Allow: listAllowedMethods(path) };
  const refused = () => respondRefusal(getCurrentRequestId(), refuse("method-not-allowed"), headers);
  const answerOptions = () => new Response(null, { status: 204, headers });
  const handlers = methods.map((method) => [method, method === "OPTIONS" ? answerOptions : refused]);
  return Object.fromEntries(handlers) as MethodHandlers;
}

function listAllowedMethods(path: RoutePath): string {
  const own = routes.filter((row) => row.path === path).map(({ method }) => method);
  return [...own, ...(own.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
}
