import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { appCheckHeader } from "@/lib/platform/http/browser/app-check";
import { checkSetup } from "@/lib/verification/check-setup";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asVerifier(async ({ ctx }) => {
      const instanceId = new URL(request.url).searchParams.get("instanceId") ?? "";
      const result = await checkSetup(ctx, instanceId, request.headers.get(appCheckHeader));
      return result.ok ? { ok: true, body: result } : result;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/verification/checks");
