import { queryOptions } from "@tanstack/react-query";

import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { Refused } from "@/lib/platform/http/client";
import { answered, hasKey } from "@/lib/platform/http/client";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import { fetchJson } from "@/lib/platform/http/fetch-json";

import type { Allocation } from "./rules";
import type { TerminalSummary } from "./rules.orders";

/** A draw of this device's parent with what changes by the second. */
export type TerminalDraw = { draw: PublicDraw; live: LiveState };

/** An operator never waits longer than this before being told that nobody answers. */
const readyTimeoutMs = 4000;

/** Reads what this browser is registered as: its credential knows even when the browser forgot. */
export async function readAllocation(): Promise<{ ok: true; allocation: Allocation } | CallRefusal> {
  const answer = await fetchJson("/api/terminal/allocation", hasKey<{ allocation: Allocation }>("allocation"));
  return answer.ok ? { ok: true, allocation: answer.body.allocation } : answer;
}

const refusedDevices = new Set<string>(["device-required", "device-revoked"]);

/** What the server knows this browser as: a device, or why as none. */
export type KnownDevice = { allocation: Allocation | null; refusal: CallRefusal["reason"] | null };

/** What this browser is registered as. A server out of service says nothing of it, which is no answer. */
export function deviceQuery() {
  return queryOptions<KnownDevice, Refused, KnownDevice, readonly string[]>({
    queryKey: ["terminal", "device"],
    async queryFn() {
      const answer = await readAllocation();
      if (!answer.ok && refusedDevices.has(answer.reason)) return { allocation: null, refusal: answer.reason };
      return { allocation: answered(answer).allocation, refusal: null };
    },
  });
}

/** This device's details; with a code if it isn't registered yet. */
export type RegistrationRequest = {
  deviceId: string;
  parentId: string;
  deviceData: { locationId: string; code?: string; name: string; operator: string; printer: string };
};

/** What became of a registration, or of its end (docs/design.md, Device calls). */
export type RegistrationAnswer = { ok: true; message: string; allocation: Allocation } | CallRefusal;

/**
 * Registers this browser as a device; the same call again has the same key. Without a key completes what is said of it.
 */
export async function registerDevice(input: RegistrationRequest, key: string | null): Promise<RegistrationAnswer> {
  const options = key ? { body: input, headers: { "Idempotency-Key": key } } : { body: input };
  const isBody = hasKey<{ success: true; message: string; allocation: Allocation }>("allocation");
  const answer = await fetchJson("/api/terminal/register-device", isBody, options);
  return answer.ok ? { ok: true, message: answer.body.message, allocation: answer.body.allocation } : answer;
}

/** Ends the registration of this browser. */
export async function deleteAllocation(
  ids: Pick<RegistrationRequest, "deviceId" | "parentId">,
): Promise<{ ok: true; message: string } | CallRefusal> {
  const isBody = hasKey<{ success: true; message: string }>("success");
  const answer = await fetchJson("/api/terminal/delete-allocation", isBody, { body: ids });
  return answer.ok ? { ok: true, message: answer.body.message } : answer;
}

/** Reads the draws of this device's parent. */
export async function readDraws(signal?: AbortSignal): Promise<{ ok: true; draws: TerminalDraw[] } | CallRefusal> {
  const options = signal ? { signal } : {};
  const answer = await fetchJson("/api/terminal/draws", hasKey<{ draws: TerminalDraw[] }>("draws"), options);
  return answer.ok ? { ok: true, draws: answer.body.draws } : answer;
}

/** The draws of this device's parent. */
export function drawsQuery() {
  return queryOptions<TerminalDraw[], Refused, TerminalDraw[], readonly string[]>({
    queryKey: ["terminal", "draws"],
    queryFn: async ({ signal }) => answered(await readDraws(signal)).draws,
  });
}

/** Asks whether the server can sell; a proxy's error page, a database that is away and silence are all no. */
export async function isServerReachable(signal?: AbortSignal): Promise<boolean> {
  const options = { timeoutMs: readyTimeoutMs, ...(signal ? { signal } : {}) };
  const answer = await fetchJson("/api/ready", hasKey<{ ready: boolean }>("ready"), options);
  return answer.ok;
}

/** Since when nobody has answered; null while the server can sell, which is assumed until an answer is missed. */
export function missedQuery() {
  return queryOptions<Date | null, Refused, Date | null, readonly string[]>({
    queryKey: ["terminal", "missed"],
    queryFn: async ({ signal, client, queryKey }) =>
      (await isServerReachable(signal)) ? null : (client.getQueryData<Date | null>(queryKey) ?? new Date()),
    initialData: null,
  });
}

/** Reads what this device took and gave back today, of each draw that counts today. */
export async function readSummaries(
  signal?: AbortSignal,
): Promise<{ ok: true; summaries: TerminalSummary[] } | CallRefusal> {
  const options = signal ? { signal } : {};
  const isBody = hasKey<{ summaries: TerminalSummary[] }>("summaries");
  const answer = await fetchJson("/api/terminal/summary", isBody, options);
  return answer.ok ? { ok: true, summaries: answer.body.summaries } : answer;
}

/** What this device took and gave back today, by the id of its draw. */
export function summariesQuery() {
  return queryOptions<
    ReadonlyMap<string, TerminalSummary>,
    Refused,
    ReadonlyMap<string, TerminalSummary>,
    readonly string[]
  >({
    queryKey: ["terminal", "summaries"],
    async queryFn({ signal }) {
      const { summaries } = answered(await readSummaries(signal));
      return new Map(summaries.map((summary) => [summary.instanceId, summary]));
    },
  });
}
