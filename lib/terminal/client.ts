import { queryOptions } from "@tanstack/react-query";

import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { Refused } from "@/lib/platform/http/browser/client";
import { answered, hasKey } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";
import { keepOffsets } from "@/lib/platform/i18n/zoned-parts";

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

/** Not done, as the body of an answer says whatever its status; its `message` is left out where it has none. */
type Failed = { ok: false; reason: "failed"; message?: string };

/** Why a registration, or its end, did not come about (docs/design.md, Device calls). */
export type RegistrationRefusal = CallRefusal | Failed;

/** What became of a registration. */
export type RegistrationAnswer = { ok: true; message: string; allocation: Allocation } | RegistrationRefusal;

type Done = { success: true; message: string };
type NotDone = { success: false; message?: unknown };

function isNotDone(body: object): body is NotDone {
  return "success" in body && body.success === false;
}

function toFailed({ message }: NotDone): Failed {
  return { ok: false, reason: "failed", ...(typeof message === "string" && message ? { message } : {}) };
}

/** Tells what such a call answers by the key that it has when it is done. */
function hasOutcome<Body extends Done>(key: keyof Body & string) {
  return (body: unknown): body is Body | NotDone =>
    typeof body === "object" && body !== null && (isNotDone(body) || key in body);
}

/**
 * Registers this browser as a device; the same call again has the same key. Without a key completes what is said of it.
 */
export async function registerDevice(input: RegistrationRequest, key: string | null): Promise<RegistrationAnswer> {
  const options = key ? { body: input, headers: { "Idempotency-Key": key } } : { body: input };
  const isBody = hasOutcome<Done & { allocation: Allocation }>("allocation");
  const answer = await fetchJson("/api/terminal/register-device", isBody, options);
  if (!answer.ok) return answer;
  const { body } = answer;
  return isNotDone(body) ? toFailed(body) : { ok: true, message: body.message, allocation: body.allocation };
}

/** Ends the registration of this browser. */
export async function deleteAllocation(
  ids: Pick<RegistrationRequest, "deviceId" | "parentId">,
): Promise<{ ok: true; message: string } | RegistrationRefusal> {
  const answer = await fetchJson("/api/terminal/delete-allocation", hasOutcome<Done>("success"), { body: ids });
  if (!answer.ok) return answer;
  return isNotDone(answer.body) ? toFailed(answer.body) : { ok: true, message: answer.body.message };
}

type DrawsBody = {
  draws: TerminalDraw[];
  /** Missing from the answer of a server of an earlier version, while others are being updated. */
  zones?: ZoneOffsets[];
};

/** Reads the draws of this device's parent, and how the clocks go by which their times are written. */
export async function readDraws(signal?: AbortSignal): Promise<{ ok: true; draws: TerminalDraw[] } | CallRefusal> {
  const options = signal ? { signal } : {};
  const answer = await fetchJson("/api/terminal/draws", hasKey<DrawsBody>("draws"), options);
  if (!answer.ok) return answer;
  for (const zone of answer.body.zones ?? []) keepOffsets(zone);
  return { ok: true, draws: answer.body.draws };
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
