import { setTimeout as wait } from "node:timers/promises";

import { Agent, fetch } from "undici";

import type { EventKind } from "./diary";

export type Answer = { status: number; body: Record<string, unknown> };

/** Repeats a call until it is answered, as a buyer would. */
export type BuyerCalls = {
  callUntilAnswered: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer | null>;
  close: () => Promise<void>;
};

export type SiteAccess = { url: string; certificate: string; note: (kind: EventKind) => void };

const retryPeriodMs = 180_000;
const retryDelayMs = 1000;
const callTimeoutMs = 45_000;

/** A loopback IP address that no buyer of the last hours had, because limits count by IP address. */
export function toLoopbackIp(serial: number): string {
  return `127.${1 + (serial % 250)}.${Math.floor(serial / 250) % 250}.${2 + (Math.floor(serial / 62_500) % 250)}`;
}

/** Failures that end by themselves: no connection, a proxy without a server, a server without its database. */
function isTransient(answer: Answer | null): boolean {
  return answer === null || answer.status >= 500 || answer.status === 429;
}

export function openCalls({ url, certificate, note }: SiteAccess, ipAddress: string): BuyerCalls {
  const dispatcher = new Agent({ connect: { ca: certificate }, localAddress: ipAddress });
  let cookie = "";

  async function call(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const sent = { ...headers, ...(cookie ? { cookie } : {}), "content-type": "application/json" };
    const payload = body === undefined ? null : JSON.stringify(body);
    const signal = AbortSignal.timeout(callTimeoutMs);
    const answer = await fetch(url + path, { method, headers: sent, body: payload, dispatcher, signal });
    cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("application/json");
    return { status: answer.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} };
  }

  async function callUntilAnswered(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const deadline = Date.now() + retryPeriodMs;
    for (;;) {
      const answer = await call(method, path, body, headers).catch(() => null);
      if (!isTransient(answer)) return answer;
      note("failed");
      if (Date.now() > deadline) return null;
      await wait(retryDelayMs);
      note("retried");
    }
  }

  return { callUntilAnswered, close: () => dispatcher.destroy() };
}
