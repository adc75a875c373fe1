import "server-only";

import { request } from "undici";

import { createConnections } from "@/lib/platform/http/connections";
import { isStorable } from "@/lib/platform/http/read-json";
import type { DrawFeed, FeedResponse } from "./port.draw-feed";

export type FeedSettings = { url: string; token: string | null; refreshMs: number; timeoutMs?: number };

/** A draw with its words has at most a few hundred kilobytes. */
const maxBytes = 1024 * 1024;

/** A draw has about eight levels. Deeper data could overflow the stack of recursive functions. */
const maxDepth = 32;

const unusable = (problem: "away" | "slow" | "refused" | "malformed"): FeedResponse => ({ kind: "unusable", problem });

type Body = AsyncIterable<Uint8Array> & { destroy: () => unknown };

/** The upstream platform has the same API as this product: `POST /api/getInstance`, `GET /api/locales/…`. */
export function createDrawFeed({ url, token, refreshMs, timeoutMs = 5000 }: FeedSettings): DrawFeed {
  const dispatcher = createConnections(timeoutMs / 2);

  async function fetchAnswer(path: string, tag: string | null, body: object | null): Promise<FeedResponse> {
    try {
      const response = await request(url + path, {
        dispatcher,
        method: body ? "POST" : "GET",
        headers: {
          Accept: "application/json",
          ...(body ? { "Content-Type": "application/json" } : {}),
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(tag ? { "If-None-Match": tag } : {}),
        },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { statusCode: status, headers } = response;
      if (status === 200) return await readBody(response.body, headers.etag ? String(headers.etag) : null);
      await response.body.dump();
      if (status === 304 && tag) return { kind: "same" };
      if (status === 404) return { kind: "missing" };
      return unusable(status >= 500 ? "away" : "refused");
    } catch (error) {
      return toUnusableAnswer(error);
    }
  }

  return {
    refreshMs,
    readInstance: (drawId, tag) => fetchAnswer("/api/getInstance", tag, { instanceId: drawId }),
    readMessages: ({ drawId, language }, tag) =>
      fetchAnswer(`/api/locales/${drawId === null ? "" : `${drawId}/`}${language}`, tag, null),
  };
}

/** Null if the body is larger than `maxBytes`. */
async function readText(body: Body): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) {
      body.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
}

function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isWithinDepth(part, levels - 1));
}

async function readBody(body: Body, tag: string | null): Promise<FeedResponse> {
  const text = await readText(body);
  if (text === null) return unusable("malformed");
  const value: unknown = JSON.parse(text);
  return isWithinDepth(value, maxDepth) && isStorable(value)
    ? { kind: "found", body: value, tag }
    : unusable("malformed");
}

function toUnusableAnswer(error: unknown): FeedResponse {
  if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)
    return unusable("malformed");
  return unusable(error instanceof Error && error.name === "TimeoutError" ? "slow" : "away");
}
