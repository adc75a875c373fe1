import "server-only";

import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Server } from "node:http";

import { reportPath } from "@/lib/platform/csp/policy.mjs";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { getRequestArea } from "@/lib/platform/monitoring/request-areas";
import { durationSince, inLogScope, logLine } from "@/lib/platform/server/log";
import type { LogLevel, LogScope } from "@/lib/platform/server/log-lines.mjs";

import type { FindPattern } from "./route-patterns";

export type TrackingOptions = { trustsProxy: boolean; findPattern: FindPattern };

/** A UUID or nginx's `$request_id`, so that no other text gets into the log. */
const proxyIdPattern = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

/** The path as Next reads it: without query, with dot segments resolved. */
export function parsePath(target: string): string {
  const url = `http://localhost${target}`;
  return URL.canParse(url) ? new URL(url).pathname : "";
}

/** Adds log context, metrics and a log line. `aborted`: the client left before the answer was complete. */
export function trackRequest(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { trustsProxy, findPattern }: TrackingOptions,
  work: () => void,
): void {
  const startedMs = performance.now();
  const path = parsePath(request.url ?? "");
  const finish = (scope: LogScope) => {
    countRequest(path, response, startedMs);
    const status = response.statusCode;
    if (!isLogged(path, status)) return;
    const route = findPattern(path);
    const durationMs = durationSince(startedMs);
    const aborted = response.writableFinished ? undefined : true;
    const fields = { method: request.method, route, status, reason: scope.reason, durationMs, aborted };
    logLine(getLogLevel(status), "request", fields, scope);
  };
  inLogScope({ requestId: getRequestId(request, trustsProxy) }, (scope) => {
    response.once("close", () => finish(scope));
    work();
  });
}

/** Next hides its servers, so each is found at its next connection or request. Returns a function that unsubscribes. */
export function watchServers(onServer: (server: Server) => void): () => void {
  const servers = new WeakSet<Server>();
  function reportOnce(server: unknown): void {
    if (!(server instanceof Server) || servers.has(server)) return;
    servers.add(server);
    onServer(server);
  }
  const onSocket = (message: unknown) => reportOnce((message as { socket: { server?: unknown } }).socket.server);
  const onRequest = (message: unknown) => reportOnce((message as { server: unknown }).server);
  subscribe("net.server.socket", onSocket);
  subscribe("http.server.request.start", onRequest);
  return () => {
    unsubscribe("net.server.socket", onSocket);
    unsubscribe("http.server.request.start", onRequest);
  };
}

function getRequestId(request: IncomingMessage, trustsProxy: boolean): string {
  const header = request.headers["x-request-id"];
  return trustsProxy && typeof header === "string" && proxyIdPattern.test(header) ? header : randomUUID();
}

function getLogLevel(status: number): LogLevel {
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}

/** Probes and polls come every few seconds, and browsers' reports have log lines of their own. */
const unloggedPaths = new Set(["/api/health", "/api/ready", "/api/metrics", reportPath]);
const livePath = /^\/api\/draws\/[^/]+\/live$/;

function isLogged(path: string, status: number): boolean {
  // `logRarely` covers refused pages (guard-servers.ts), because there may be hundreds a second.
  if (status === 503 && !path.startsWith("/api/")) return false;
  if (status >= 500) return true;
  if (status < 400 && livePath.test(path)) return false;
  return path.startsWith("/api/") && !unloggedPaths.has(path);
}

function countRequest(path: string, { statusCode, writableFinished }: ServerResponse, startedMs: number): void {
  const seconds = (performance.now() - startedMs) / 1000;
  processMetrics.request(getRequestArea(path), writableFinished ? statusCode : "aborted", seconds);
}
