import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { endOwnSessions } from "@/lib/people/sessions/end-own-sessions";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ sessionId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { sessionId } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await endOwnSessions(ctx, sessionId);
    return result.ok ? { ok: true, body: {} } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/me/sessions/[sessionId]/end");
