import "server-only";

import { isDeepStrictEqual } from "node:util";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import { checkToken } from "@/lib/gateways/firebase/check-token";
import { authenticatePerson } from "@/lib/people/sessions/authenticate-person";
import type { Purpose } from "@/lib/platform/db/database";
import { isUnavailable } from "@/lib/platform/db/errors";
import { appCheckHeader } from "@/lib/platform/http/browser/app-check";
import { respondCached } from "@/lib/platform/http/cached-response";
import { getClientIp } from "@/lib/platform/http/client-ip";
import { refuseWrongAdminKey, refuseWrongSecret } from "@/lib/platform/http/limit-calls";
import { checkBody, receiveBody } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { isOwnOrigin, readAdminName, readClient } from "@/lib/platform/http/request-headers";
import type { ApiResult } from "@/lib/platform/http/respond";
import { respond, respondFile, respondRefusal, respondText } from "@/lib/platform/http/respond";
import { respondDownload, respondLines } from "@/lib/platform/http/respond-lines";
import { carriesCredential, consoleCookie, deviceCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { getCurrentRequestId, logFailure, logRarely } from "@/lib/platform/server/log";
import { createContext, findAdminActor, findMonitorActor } from "./create-context";

export type Call = { ctx: Context; request: Request; requestId: string };

type Work = (call: Call) => Promise<ApiResult>;

export function handleRead(request: Request, work: Work): Promise<Response> {
  const requestId = getCurrentRequestId();
  return respondToCall(request, requestId, async () =>
    withTokenCheck({ ctx: await createContext("reads"), request, requestId }, work),
  );
}

/**
 * For reads by buyers, not tablets. Identifies the caller by the cookie, but sets none, because a browser without one
 * has nothing to read.
 */
export function handleOwnRead(request: Request, work: Work): Promise<Response> {
  const requestId = getCurrentRequestId();
  const isSecure = env().CHECKOUT_HOST.startsWith("https:");
  const { clientKey, setCookie } = readClient(request.headers, isSecure);
  const isUnknownBrowser = setCookie !== undefined || deviceCookie.read(request.headers, isSecure) !== null;
  const actor: Actor = { kind: "buyer", clientKey: isUnknownBrowser ? "" : clientKey, ipAddress: null };
  return respondToCall(request, requestId, async () =>
    withTokenCheck({ ctx: await createContext("reads", actor), request, requestId }, work),
  );
}

/** Refuses calls from foreign origins. Reads that need this protection name their `purpose`. */
export async function handleWriteWithBody(request: Request, work: Work, purpose: Purpose = "sales"): Promise<Response> {
  const requestId = getCurrentRequestId();
  const { CHECKOUT_HOST, TRUSTED_PROXY_HOPS } = env();
  const { clientKey, setCookie } = readClient(request.headers, CHECKOUT_HOST.startsWith("https:"));
  const ipAddress = getClientIp(request.headers, TRUSTED_PROXY_HOPS);
  const actor: Actor = { kind: "buyer", clientKey, isNew: setCookie !== undefined, ipAddress };
  const caller = { ipAddress, headers: request.headers };
  const response = await respondToCall(request, requestId, async () => {
    const refusal = checkOrigin(request);
    return refusal ?? withTokenCheck({ ctx: await createContext(purpose, actor, caller), request, requestId }, work);
  });
  if (setCookie) response.headers.append("Set-Cookie", setCookie);
  return response;
}

export function handleWrite(request: Request, work: Work): Promise<Response> {
  return handleWriteWithBody(request, withoutBody(work));
}

/**
 * For admins. A key determines the actor, or else a person's session, whose call must come from our own pages. Use
 * cases check the rights. Wrong keys and sessions are counted. Without a `purpose`, calls other than POST use the
 * connections of jobs, because reports are slow.
 */
export function handleAdminWithBody(request: Request, work: Work, purpose?: Purpose): Promise<Response> {
  const requestId = getCurrentRequestId();
  return respondToCall(request, requestId, async () => {
    await receiveBody(request);
    const { headers } = request;
    const secret = consoleCookie.read(headers, env().CHECKOUT_HOST.startsWith("https:"));
    const ctx = await createContext(purpose ?? (request.method === "POST" ? "sales" : "jobs"));
    const isOfPerson = secret !== null && !headers.has("authorization");
    const identify = () => (isOfPerson ? findPersonActor(ctx, request, secret) : findKeyActor(ctx, request));
    const admin = await identify();
    if (!admin.ok) return admin;
    const answer = await work({ ctx: { ...ctx, actor: admin.actor }, request, requestId });
    const reading = { reader: admin.actor, identify };
    if (answer.ok && "download" in answer) {
      return { ...answer, download: endWithAccess(answer.download, { ...reading, partsBetweenChecks: 1 }) };
    }
    if (answer.ok && "records" in answer) {
      const records = endWithAccess(answer.records, { ...reading, partsBetweenChecks: recordsBetweenChecks });
      return { ...answer, records };
    }
    return answer;
  });
}

/** A record is one row, while a part of a file has hundreds. */
const recordsBetweenChecks = 500;

const checkIntervalMs = 1000;

type Reading = { reader: Actor; identify: () => Promise<ActorResult>; partsBetweenChecks: number };

/**
 * Aborts a file or report when its reader loses access or their rights change. Authenticates again and again, because
 * a large one takes minutes.
 */
async function* endWithAccess<Part>(
  parts: AsyncIterable<Part>,
  { reader, identify, partsBetweenChecks }: Reading,
): AsyncGenerator<Part> {
  let [partsLeft, checkedMs] = [0, 0];
  for await (const part of parts) {
    if (partsLeft === 0 || performance.now() - checkedMs > checkIntervalMs) {
      const admin = await identify();
      if (!admin.ok || !isDeepStrictEqual(getGrants(admin.actor), getGrants(reader))) {
        throw new Error("The reader's access ended.");
      }
      [partsLeft, checkedMs] = [partsBetweenChecks, performance.now()];
    }
    partsLeft -= 1;
    yield part;
  }
}

const getGrants = (actor: Actor) => (actor.kind === "admin" ? actor.grants : null);

/** Identifies the person of a console session. The call must come from our own pages. */
export async function findPersonActor(ctx: Context, request: Request, secret: string): Promise<ActorResult> {
  const refused = checkOrigin(request, true);
  if (refused) return refused;
  const found = await authenticatePerson(ctx, secret);
  if (found.ok || !found.isUnknown) return found;
  return refuseWrongSecret(ctx, readClientIp(request.headers), "session", "session-required");
}

export function handleAdmin(request: Request, work: Work): Promise<Response> {
  return handleAdminWithBody(request, withoutBody(work));
}

/** For what the console's pages show, which must not wait for jobs and reports. */
export function handleAdminRead(request: Request, work: Work): Promise<Response> {
  return handleAdminWithBody(request, withoutBody(work), "reads");
}

/** For the console's own pages. The caller may not be signed in yet. */
export function handleConsoleWithBody(request: Request, work: Work): Promise<Response> {
  const requestId = getCurrentRequestId();
  return respondToCall(request, requestId, async () => {
    const refused = checkOrigin(request, true);
    return refused ?? work({ ctx: await createContext("sales"), request, requestId });
  });
}

export function handleConsole(request: Request, work: Work): Promise<Response> {
  return handleConsoleWithBody(request, withoutBody(work));
}

/** Uses no connection of buyers. */
export function handleMonitor(request: Request, work: Work): Promise<Response> {
  const requestId = getCurrentRequestId();
  return respondToCall(request, requestId, async () => {
    const token = request.headers.get("authorization");
    const ctx = await createContext("jobs", findMonitorActor(token));
    const isWrong = token !== null && ctx.actor.kind !== "monitor";
    if (isWrong && env().METRICS_TOKEN) logRarely("A wrong metrics token was sent");
    return work({ ctx, request, requestId });
  });
}

function checkOrigin(request: Request, requiresOrigin = false): Refusal | null {
  const { CHECKOUT_HOST, TIRAGE_MODE } = env();
  const facts = { headers: request.headers, ownOrigin: CHECKOUT_HOST, isDemo: TIRAGE_MODE === "demo" };
  const hasCredential = requiresOrigin || carriesCredential(request.headers, CHECKOUT_HOST.startsWith("https:"));
  return isOwnOrigin(facts, hasCredential) ? null : refuse("foreign-origin");
}

async function withTokenCheck(call: Call, work: Work): Promise<ApiResult> {
  const { ctx, request } = call;
  const verdict = await checkToken(ctx, new URL(request.url).pathname, request.headers.get(appCheckHeader));
  return verdict.ok ? work(call) : verdict;
}

/** Refuses a body, so that no caller assumes it was read. */
function withoutBody(work: Work): Work {
  return async (call) => (await checkBody(call.request)) ?? work(call);
}

async function respondToCall(request: Request, requestId: string, work: () => Promise<ApiResult>): Promise<Response> {
  try {
    const answer = await work();
    if (!answer.ok) return respondRefusal(requestId, answer);
    if ("cached" in answer) {
      // Next compresses the body itself and drops our `Content-Encoding`.
      const getHeader = (name: string) => (name === "accept-encoding" ? null : request.headers.get(name));
      const { status, headers, body } = respondCached(answer.cached, requestId, getHeader);
      return new Response(body, { status, headers });
    }
    if ("records" in answer) return respondLines(requestId, answer.records);
    if ("download" in answer) return respondDownload(requestId, answer);
    if ("text" in answer) return respondText(requestId, answer.text, answer.type);
    if ("file" in answer) return respondFile(requestId, answer.file, request.headers.get("if-none-match"));
    const response = respond(requestId, answer.status ?? 200, answer.body, answer.headers);
    for (const cookie of answer.cookies ?? []) response.headers.append("Set-Cookie", cookie);
    return response;
  } catch (error) {
    // The cause is only in the log, where `X-Request-Id` finds it.
    logFailure("A request failed.", error);
    return respondRefusal(requestId, refuse(isUnavailable(error) ? "service-unavailable" : "internal-error"));
  }
}

type ActorResult = { ok: true; actor: Actor } | Refusal;

async function findKeyActor(ctx: Context, { headers }: Request): Promise<ActorResult> {
  const claimed = readAdminName(headers);
  if (!claimed.ok) return claimed;
  const key = headers.get("authorization");
  const actor = await findAdminActor(ctx, key, claimed.name);
  const isWrong = key !== null && actor.kind !== "admin";
  return isWrong ? refuseWrongAdminKey(ctx, readClientIp(headers)) : { ok: true, actor };
}

function readClientIp(headers: Headers): string {
  return getClientIp(headers, env().TRUSTED_PROXY_HOPS);
}
