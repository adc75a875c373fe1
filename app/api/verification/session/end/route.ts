import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { verificationCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { endSession } from "@/lib/verification/end-session";
import { handleWrite } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWrite(
    request,
    asVerifier(async ({ ctx }) => {
      const isSecure = env().CHECKOUT_HOST.startsWith("https:");
      await endSession(ctx, verificationCookie.read(request.headers, isSecure));
      const cookie = verificationCookie.write("", 0, isSecure);
      return { ok: true, body: { seconds: 0 }, headers: { "Set-Cookie": cookie } };
    }),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/verification/session/end");
