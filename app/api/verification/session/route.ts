import { refuseMethods } from "@/app/api/routes/table";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { clientAddressOf } from "@/lib/platform/http/client-address";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { verificationCookie } from "@/lib/platform/http/secret-cookie";
import { env } from "@/lib/platform/server/env";
import { openSession } from "@/lib/verification/open-session";
import { openSessionSchema } from "@/lib/verification/schema";
import { adminOf } from "@/lib/wiring/create-context";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(
    request,
    asVerifier(async ({ ctx }) => {
      const json = await readJson(request);
      if (!json.ok) return json;
      const input = parseInput(openSessionSchema, json.value);
      if (!input.ok) return input;
      const { CHECKOUT_HOST, TRUSTED_PROXY_HOPS } = env();
      const address = clientAddressOf(request.headers, TRUSTED_PROXY_HOPS);
      const actor = await adminOf(ctx, `Bearer ${input.value.key}`);
      const opened = await openSession({ ...ctx, actor }, address);
      if (!opened.ok) return opened;
      const cookie = verificationCookie.write(opened.session, opened.seconds, CHECKOUT_HOST.startsWith("https:"));
      return { ok: true, body: { seconds: opened.seconds }, headers: { "Set-Cookie": cookie } };
    }),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/verification/session");
