import "server-only";

import { request } from "undici";

import { createConnections } from "@/lib/platform/http/connections";

/** Where Bambora's REST API is, and how long it has to answer. */
export type BamboraSettings = {
  /** Origin of the REST API, without `/v1`. */
  apiUrl: string;
  /** In ms (docs/design.md, Gateway time limit: 20 seconds). */
  timeoutMs?: number;
};

/** An answer with its body as JSON. */
export type BamboraAnswer = { status: number; body: unknown };

/** One call of the API. Rejects when no readable answer comes in time. */
export type BamboraCall = (
  account: { merchantId: string; passcode: string },
  path: string,
  body?: unknown,
) => Promise<BamboraAnswer>;

/**
 * Each API family has a passcode of its own (docs/bambora.md, Hosts and passcodes): the caller names the one that opens
 * `path`. A connection has half of the time to come about, so that one that does not is known before the time of the
 * call is over.
 */
export function createBamboraCall({ apiUrl, timeoutMs = 20_000 }: BamboraSettings): BamboraCall {
  const dispatcher = createConnections(timeoutMs / 2);
  return async ({ merchantId, passcode }, path, body) => {
    const authorization = `Passcode ${Buffer.from(`${merchantId}:${passcode}`).toString("base64")}`;
    const response = await request(`${apiUrl}/v1${path}`, {
      dispatcher,
      method: body ? "POST" : "GET",
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.statusCode, body: await response.body.json() };
  };
}
