import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { viewVerification } from "@/lib/verification/view-verification";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asVerifier(async ({ ctx }) => {
      const view = await viewVerification(ctx);
      return view.ok ? { ok: true, body: view } : view;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/verification");
