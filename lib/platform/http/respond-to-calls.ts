import "server-only";

import type { IncomingMessage, ServerResponse } from "node:http";

import { securityHeaders } from "@/lib/platform/csp/policy.mjs";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { getCurrentRequestId, logFailure } from "@/lib/platform/server/log";

import { peerHeader } from "./client-ip";
import { maxBodyBytes } from "./read-json";
import { refuse } from "./reasons";
import { respondRefusal } from "./respond";

export type CallHandlers = Readonly<Record<string, (request: Request) => Promise<Response>>>;

const vary = "rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch, Accept-Encoding";

/** Headers for answers of routes, both Next's and this module's. */
export const routeHeaders: Readonly<Record<string, string>> = {
  ...Object.fromEntries(securityHeaders.map(({ key, value }) => [key, value])),
  Vary: vary,
};

/** Returns false if Next must answer: a query, a body of unknown or excessive length, or Next's navigation. */
export function respondToCalls(handlers: CallHandlers, request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = "", headers } = request;
  const handler = method === "POST" ? handlers[url] : undefined;
  if (!handler || headers.rsc !== undefined || !isShort(request)) return false;
  answer(handler, request, response, url).catch((error: unknown) => respondFailure(error, response));
  return true;
}

/** Next streams longer bodies, so they are left to it. */
function isShort({ headers }: IncomingMessage): boolean {
  const length = headers["content-length"];
  return length !== undefined && headers["transfer-encoding"] === undefined && Number(length) <= maxBodyBytes;
}

function readBody(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("close", () => resolve(null));
    request.once("error", () => resolve(null));
  });
}

function toRequest(message: IncomingMessage, path: string, body: Buffer): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set(peerHeader, message.socket.remoteAddress ?? "");
  return new Request(`http://localhost${path}`, { method: "POST", headers, body: new Uint8Array(body) });
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  const cookies = answer.headers.getSetCookie();
  response.writeHead(answer.status, {
    ...routeHeaders,
    ...Object.fromEntries(answer.headers),
    "content-length": body.byteLength,
    ...(cookies.length > 0 ? { "set-cookie": cookies } : {}),
  });
  response.end(body);
}

async function answer(handler: CallHandlers[string], message: IncomingMessage, response: ServerResponse, path: string) {
  const body = await readBody(message);
  if (!body) {
    response.statusCode = 400;
    response.destroy();
    return;
  }
  const startedMs = performance.now();
  const result = await handler(toRequest(message, path, body));
  processMetrics.purchaseCall(path).observe((performance.now() - startedMs) / 1000);
  await send(result, response);
}

async function respondFailure(error: unknown, response: ServerResponse): Promise<void> {
  logFailure("A call couldn't be answered.", error);
  if (response.headersSent) response.destroy();
  else await send(respondRefusal(getCurrentRequestId(), refuse("internal-error")), response);
}
