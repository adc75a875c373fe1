import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { getClientIp } from "@/lib/platform/http/client-ip";
import { readInput } from "@/lib/platform/http/read-json";
import { verificationCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { openSession } from "@/lib/verification/open-session";
import { openSessionSchema } from "@/lib/verification/schema";
import { findAdminActor } from "@/lib/wiring/create-context";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(
    request,
    asVerifier(async ({ ctx }) => {
      const input = await readInput(request, openSessionSchema);
      if (!input.ok) return input;
      const { CHECKOUT_HOST, TRUSTED_PROXY_HOPS } = env();
      const ipAddress = getClientIp(request.headers, TRUSTED_PROXY_HOPS);
      const actor = await findAdminActor(ctx, `Bearer ${input.value.key}`);
      const result = await openSession({ ...ctx, actor }, ipAddress);
      if (!result.ok) return result;
      const cookie = verificationCookie.write(result.session, result.seconds, CHECKOUT_HOST.startsWith("https:"));
      return { ok: true, body: { seconds: result.seconds }, headers: { "Set-Cookie": cookie } };
    }),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/verification/session");
