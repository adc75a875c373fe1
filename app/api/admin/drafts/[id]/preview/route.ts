import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { createPreview } from "@/lib/drafts/create-preview";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await createPreview(ctx, id);
    if (!result.ok) return result;
    return { ok: true, status: 201, body: { path: result.path, endsAt: result.endsAt.toISOString() } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/drafts/[id]/preview");
