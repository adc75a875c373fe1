import type { Answer } from "@/lib/platform/http/respond";
import { deviceCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { authenticateDevice } from "@/lib/terminal/device/authenticate-device";
import type { Call } from "@/lib/wiring/handle-call";

type Work = (call: Call) => Promise<Answer>;

/** Work of a registered device: its credential decides who acts, the use case what that one may do. */
export function asDevice(work: Work): Work {
  return async (call) => {
    const credential = deviceCookie.read(call.request.headers, env().CHECKOUT_HOST.startsWith("https:"));
    const known = await authenticateDevice(call.ctx, credential);
    return known.ok ? work({ ...call, ctx: { ...call.ctx, actor: known.actor } }) : known;
  };
}
