import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** `baseUrl` is the origin of the request. `merchant` is the one named by its certificate. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  baseUrl: string;
  merchant?: string;
};

export type Reply = { status: number; headers: Record<string, string>; body: string };

const maximumBodyBytes = 64 * 1024;

export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers },
    body: JSON.stringify(value),
  };
}

export function textReply(
  status: number,
  contentType: string,
  body: string,
  headers: Record<string, string> = {},
): Reply {
  return { status, headers: { "content-type": contentType, "cache-control": "no-cache", ...headers }, body };
}

/** Null if the body is larger than 64 KiB. */
export async function readCall(request: IncomingMessage): Promise<Call | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maximumBodyBytes) chunks.push(chunk);
  }
  if (bytes > maximumBodyBytes) return null;
  const baseUrl = `http://${request.headers.host ?? "localhost"}`;
  const url = new URL(request.url ?? "/", baseUrl);
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
    baseUrl,
  };
}
