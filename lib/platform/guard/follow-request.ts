import "server-only";

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import { reportPath } from "@/lib/platform/csp/policy.mjs";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { areaOf } from "@/lib/platform/monitoring/request-areas";
import { durationSince, inLogScope, logLine } from "@/lib/platform/server/log";
import type { LogLevel, LogScope } from "@/lib/platform/server/log-lines.mjs";

import type { PatternOf } from "./route-patterns";

/** How requests are followed: whether a proxy of ours is in front, and what the patterns of paths are. */
export type Following = { trustsProxy: boolean; patternOf: PatternOf };

/** The id that a proxy gives a request: 128 random bits in hex, a UUID or nginx's `$request_id`. No words get in. */
const proxyId = /^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i;

function requestIdOf(request: IncomingMessage, trustsProxy: boolean): string {
  const given = request.headers["x-request-id"];
  return trustsProxy && typeof given === "string" && proxyId.test(given) ? given : randomUUID();
}

function levelOf(status: number): LogLevel {
  if (status >= 500) return "error";
  return status >= 400 ? "warn" : "info";
}

/**
 * The path that a request's target means, as Next reads it: dot segments are resolved, and the query isn't part of it.
 */
export function pathOf(target: string): string {
  const address = `http://localhost${target}`;
  return URL.canParse(address) ? new URL(address).pathname : "";
}

/**
 * Probes, and open pages that poll a draw, come every few seconds: their successes aren't logged. Reports of browsers
 * have lines of their own, fewer than there are calls.
 */
const quietPaths = new Set(["/api/health", "/api/ready", "/api/metrics", reportPath]);
const livePath = /^\/api\/draws\/[^/]+\/live$/;

function isTold(path: string, status: number): boolean {
  // Of pages that are refused while others wait there may be hundreds a second: the log tells of them together.
  if (status === 503 && !path.startsWith("/api/")) return false;
  if (status >= 500) return true;
  if (status < 400 && livePath.test(path)) return false;
  return path.startsWith("/api/") && !quietPaths.has(path);
}

function countRequest(path: string, { statusCode, writableFinished }: ServerResponse, startedMs: number): void {
  const seconds = (performance.now() - startedMs) / 1000;
  processMetrics.request(areaOf(path), writableFinished ? statusCode : "aborted", seconds);
}

/**
 * Runs the work of a request so that all its lines carry its id, counts it when its answer ends, and writes its own
 * line then: for API calls, and for anything else that fails. An answer that the client didn't wait for is `aborted`.
 */
export function followRequest(
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { trustsProxy, patternOf }: Following,
  work: () => void,
): void {
  const startedMs = performance.now();
  const path = pathOf(request.url ?? "");
  const tell = (scope: LogScope) => {
    countRequest(path, response, startedMs);
    const status = response.statusCode;
    if (!isTold(path, status)) return;
    const route = patternOf(path);
    const durationMs = durationSince(startedMs);
    const aborted = response.writableFinished ? undefined : true;
    const fields = { method: request.method, route, status, reason: scope.reason, durationMs, aborted };
    logLine(levelOf(status), "request", fields, scope);
  };
  inLogScope({ requestId: requestIdOf(request, trustsProxy) }, (scope) => {
    response.once("close", () => tell(scope));
    work();
  });
}
