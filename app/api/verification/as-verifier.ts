import { refuse } from "@/lib/platform/http/reasons";
import type { Answer } from "@/lib/platform/http/respond";
import { verificationCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { authenticateVerifier } from "@/lib/verification/open-session";
import type { Call } from "@/lib/wiring/handle-call";

type CallHandler = (call: Call) => Promise<Answer>;

/** 404 unless `VERIFICATION` is on; authenticates the session. */
export function asVerifier(handler: CallHandler): CallHandler {
  return async (call) => {
    const { CHECKOUT_HOST, VERIFICATION } = env();
    if (VERIFICATION !== "on") return refuse("not-found");
    const session = verificationCookie.read(call.request.headers, CHECKOUT_HOST.startsWith("https:"));
    const actor = (await authenticateVerifier(call.ctx, session)) ?? call.ctx.actor;
    return handler({ ...call, ctx: { ...call.ctx, actor } });
  };
}
