import { asVerifier } from "@/app/api/verification/as-verifier";
import { env } from "@/lib/env";
import { handleWrite } from "@/lib/http/handle-call";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { verificationCookie } from "@/lib/http/secret-cookie";

export function POST(request: Request): Promise<Response> {
  return handleWrite(
    request,
    asVerifier(async () => {
      const cookie = verificationCookie.write("", 0, env().CHECKOUT_HOST.startsWith("https:"));
      return { ok: true, body: { seconds: 0 }, headers: { "Set-Cookie": cookie } };
    }),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
