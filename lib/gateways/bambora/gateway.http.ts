import "server-only";

import { request } from "undici";

import { createConnections } from "@/lib/platform/http/connections";

export type BamboraSettings = {
  /** Origin of the REST API, without `/v1`. */
  apiUrl: string;
  /** Defined in docs/design.md, Gateway time limit. */
  timeoutMs?: number;
};

export type BamboraResponse = { status: number; body: unknown };

/** Rejects when no readable answer comes in time. */
export type BamboraCall = (
  account: { merchantId: string; passcode: string },
  path: string,
  body?: unknown,
) => Promise<BamboraResponse>;

/**
 * Connecting may take half of the time, so that it fails, and proves that nothing was sent, before the call times out.
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
