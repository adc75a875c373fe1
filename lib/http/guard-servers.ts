import "server-only";

import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";

import type { RefusalReason } from "./reasons";
import { refuse } from "./reasons";
import { respondRefusal } from "./respond";

const pageMethods = ["GET", "HEAD"];
const apiMethods = [...pageMethods, "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

function methodsOf(target: string): string[] {
  return /^\/api(?:[/?]|$)/.test(target) ? apiMethods : pageMethods;
}

function isReadable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/** Takes the percent signs of segments that are no text in UTF-8 for what they are: such an address is known to nobody. */
function readableTarget(target: string): string {
  const [path = "", ...query] = target.split("?");
  const segments = path.split("/").map((part) => (isReadable(part) ? part : part.replaceAll("%", "%25")));
  return [segments.join("/"), ...query].join("?");
}

async function answerRefusal(response: ServerResponse, reason: RefusalReason, allow?: string): Promise<void> {
  const refusal = respondRefusal(randomUUID(), refuse(reason), allow ? { Allow: allow } : {});
  response.writeHead(refusal.status, Object.fromEntries(refusal.headers)).end(await refusal.text());
}

/**
 * Puts a guard before a request listener: 405 for methods that an address cannot have, 404 for targets that are no path,
 * and paths that cannot be decoded go on as unknown ones. Next answers each of these with a bare 500 or 400.
 */
export function guardRequests(listener: RequestListener): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    const target = request.url ?? "";
    const allowed = methodsOf(target);
    if (!allowed.includes(request.method ?? "")) {
      void answerRefusal(response, "method-not-allowed", allowed.join(", "));
    } else if (!target.startsWith("/")) {
      void answerRefusal(response, "not-found");
    } else {
      request.url = readableTarget(target);
      listener(request, response);
    }
  };
}

/** Guards the HTTP servers of this process from their next request on: Next keeps its own to itself. */
export function guardServers(): void {
  const guarded = new WeakSet<Server>();
  subscribe("http.server.request.start", (message) => {
    const { server } = message as { server: Server };
    if (guarded.has(server)) return;
    guarded.add(server);
    const listeners = server.listeners("request") as RequestListener[];
    server.removeAllListeners("request");
    for (const listener of listeners) server.on("request", guardRequests(listener));
  });
}
