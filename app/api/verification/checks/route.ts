import { asVerifier } from "@/app/api/verification/as-verifier";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { checkSetup } from "@/lib/verification/check-setup";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asVerifier(async ({ ctx }) => {
      const checked = await checkSetup(ctx, new URL(request.url).searchParams.get("instanceId") ?? "");
      return checked.ok ? { ok: true, body: checked } : checked;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
