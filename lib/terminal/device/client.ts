import { queryOptions } from "@tanstack/react-query";

import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { ZoneOffsets } from "@/lib/platform/i18n/zoned-parts";
import { setServerOffsets } from "@/lib/platform/i18n/zoned-parts";
import type { TerminalSummary } from "@/lib/terminal/summary/rules";

import type { Allocation } from "./rules";

const deviceRefusals = new Set<string>(["device-required", "device-revoked"]);

export type KnownDevice = { allocation: Allocation | null; refusal: CallRefusal["reason"] | null };

/** The cookie decides, even if the browser's storage was cleared. A missing answer is an error. */
export function deviceQuery() {
  return queryOptions<KnownDevice, RefusalError, KnownDevice, readonly string[]>({
    queryKey: ["terminal", "device"],
    async queryFn() {
      const answer = await fetchJson("/api/terminal/allocation", hasKey<{ allocation: Allocation }>("allocation"));
      if (!answer.ok && deviceRefusals.has(answer.reason)) return { allocation: null, refusal: answer.reason };
      return { allocation: unwrapResult(answer).body.allocation, refusal: null };
    },
  });
}

export type RegistrationRequest = {
  deviceId: string;
  parentId: string;
  deviceData: { locationId: string; code?: string; name: string; operator: string; printer: string };
};

/** A failed call has `success: false` in its body, whatever its status. */
type Failed = { ok: false; reason: "failed"; message?: string };

/** Defined in docs/design.md, Device calls. */
export type RegistrationRefusal = CallRefusal | Failed;

export type RegistrationResult = { ok: true; message: string; allocation: Allocation } | RegistrationRefusal;

type Success = { success: true; message: string };
type Failure = { success: false; message?: unknown };

/** A repeat uses the same key. Without a key, changes the device's details. */
export async function registerDevice(input: RegistrationRequest, key: string | null): Promise<RegistrationResult> {
  const options = key ? { body: input, headers: { "Idempotency-Key": key } } : { body: input };
  const isBody = hasOutcome<Success & { allocation: Allocation }>("allocation");
  const answer = await fetchJson("/api/terminal/register-device", isBody, options);
  if (!answer.ok) return answer;
  const { body } = answer;
  return isFailure(body) ? toFailed(body) : { ok: true, message: body.message, allocation: body.allocation };
}

export async function deleteAllocation(
  ids: Pick<RegistrationRequest, "deviceId" | "parentId">,
): Promise<{ ok: true; message: string } | RegistrationRefusal> {
  const answer = await fetchJson("/api/terminal/delete-allocation", hasOutcome<Success>("success"), { body: ids });
  if (!answer.ok) return answer;
  return isFailure(answer.body) ? toFailed(answer.body) : { ok: true, message: answer.body.message };
}

function hasOutcome<Body extends Success>(key: keyof Body & string) {
  return (body: unknown): body is Body | Failure =>
    typeof body === "object" && body !== null && (isFailure(body) || key in body);
}

function isFailure(body: object): body is Failure {
  return "success" in body && body.success === false;
}

function toFailed({ message }: Failure): Failed {
  return { ok: false, reason: "failed", ...(typeof message === "string" && message ? { message } : {}) };
}

export type TerminalDraw = { draw: PublicDraw; live: LiveState };

type DrawsBody = {
  draws: TerminalDraw[];
  /** Servers of an earlier version don't send it. */
  zones?: ZoneOffsets[];
};

export function drawsQuery() {
  return queryOptions<TerminalDraw[], RefusalError, TerminalDraw[], readonly string[]>({
    queryKey: ["terminal", "draws"],
    async queryFn({ signal }) {
      const answer = await fetchJson("/api/terminal/draws", hasKey<DrawsBody>("draws"), { signal });
      const { draws, zones = [] } = unwrapResult(answer).body;
      for (const zone of zones) setServerOffsets(zone);
      return draws;
    },
  });
}

/** After this time, the operator sees that the server doesn't answer. */
const readyTimeoutMs = 4000;

/** The time of the first missed answer. Null while the server answers. */
export function outageQuery() {
  return queryOptions<Date | null, RefusalError, Date | null, readonly string[]>({
    queryKey: ["terminal", "missed"],
    queryFn: async ({ signal, client, queryKey }) =>
      (await isServerReachable(signal)) ? null : (client.getQueryData<Date | null>(queryKey) ?? new Date()),
    initialData: null,
  });
}

/** Returns false for a proxy's error page, an unreachable database and a timeout. */
async function isServerReachable(signal: AbortSignal): Promise<boolean> {
  const options = { timeoutMs: readyTimeoutMs, signal };
  return (await fetchJson("/api/ready", hasKey<{ ready: boolean }>("ready"), options)).ok;
}

type Summaries = ReadonlyMap<string, TerminalSummary>;

export function summariesQuery() {
  return queryOptions<Summaries, RefusalError, Summaries, readonly string[]>({
    queryKey: ["terminal", "summaries"],
    async queryFn({ signal }) {
      const isBody = hasKey<{ summaries: TerminalSummary[] }>("summaries");
      const answer = await fetchJson("/api/terminal/summary", isBody, { signal });
      const { summaries } = unwrapResult(answer).body;
      return new Map(summaries.map((summary) => [summary.instanceId, summary]));
    },
  });
}
