import { asVerifier } from "@/app/api/verification/as-verifier";
import { handleRead } from "@/lib/platform/http/handle-call";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { viewVerification } from "@/lib/verification/view-verification";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asVerifier(async ({ ctx }) => {
      const view = await viewVerification(ctx);
      return view.ok ? { ok: true, body: view } : view;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
