import type { Actor } from "@/lib/actor";
import { receiveBody } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { ApiResult } from "@/lib/platform/http/respond";
import { consoleCookie, verificationCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { authenticateVerifier, toVerifier } from "@/lib/verification/authenticate-verifier";
import type { Call } from "@/lib/wiring/handle-call";
import { findPersonActor } from "@/lib/wiring/handle-call";

type CallHandler = (call: Call) => Promise<ApiResult>;

/** Answers 404 unless `VERIFICATION` is on. Accepts a verifier's session (opened with a key) or a console session. */
export function asVerifier(handler: CallHandler): CallHandler {
  return async (call) => {
    if (env().VERIFICATION !== "on") return refuse("not-found");
    await receiveBody(call.request);
    const found = await findVerifier(call);
    if (!found.ok) return found;
    return handler({ ...call, ctx: { ...call.ctx, actor: found.actor ?? call.ctx.actor } });
  };
}

async function findVerifier({ ctx, request }: Call): Promise<{ ok: true; actor: Actor | null } | Refusal> {
  const isSecure = env().CHECKOUT_HOST.startsWith("https:");
  const verifier = await authenticateVerifier(ctx, verificationCookie.read(request.headers, isSecure));
  const secret = consoleCookie.read(request.headers, isSecure);
  if (verifier || secret === null) return { ok: true, actor: verifier };
  const person = await findPersonActor(ctx, request, secret);
  if (person.ok) return { ok: true, actor: toVerifier(person.actor) };
  // Not signed in at all: go on, because this call may be the one that opens a session with a key.
  return person.reason === "session-required" ? { ok: true, actor: null } : person;
}
