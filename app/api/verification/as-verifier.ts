import { refuse } from "@/lib/platform/http/reasons";
import type { Answer } from "@/lib/platform/http/respond";
import { verificationCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { authenticateVerifier } from "@/lib/verification/open-session";
import type { Call } from "@/lib/wiring/handle-call";

type Work = (call: Call) => Promise<Answer>;

/** 404 unless `VERIFICATION` is on; authenticates the session. */
export function asVerifier(work: Work): Work {
  return async (call) => {
    const { CHECKOUT_HOST, VERIFICATION } = env();
    if (VERIFICATION !== "on") return refuse("not-found");
    const session = verificationCookie.read(call.request.headers, CHECKOUT_HOST.startsWith("https:"));
    const actor = (await authenticateVerifier(call.ctx, session)) ?? call.ctx.actor;
    return work({ ...call, ctx: { ...call.ctx, actor } });
  };
}
