import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { createTestCopy } from "@/lib/drafts/create-test-copy";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await createTestCopy(ctx, id);
    if (!result.ok) return result;
    refreshPages(result.drawId);
    return { ok: true, status: 201, body: { drawId: result.drawId, endsAt: result.endsAt.toISOString() } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/drafts/[id]/try");
