import "server-only";

/** Where Bambora's REST API is, and how long it has to answer. */
export type BamboraSettings = {
  /** Origin of the REST API, without `/v1`. */
  apiUrl: string;
  /** In ms (design section 4: 20 seconds). */
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

/** Each API family has a passcode of its own (payments.md 1.1): the caller names the one that opens `path`. */
export function createBamboraCall({ apiUrl, timeoutMs = 20_000 }: BamboraSettings): BamboraCall {
  return async ({ merchantId, passcode }, path, body) => {
    const authorization = `Passcode ${Buffer.from(`${merchantId}:${passcode}`).toString("base64")}`;
    const response = await fetch(`${apiUrl}/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: body ? JSON.stringify(body) : null,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: await response.json() };
  };
}

const neverSentCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** True for a failure to reach the gateway at all: the request never left, so no money can have moved. */
export function wasNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return neverSentCodes.has(String(cause?.code));
}
