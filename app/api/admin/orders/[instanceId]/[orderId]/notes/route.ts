import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { addNote } from "@/lib/console/orders/add-note";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await addNote(ctx, key, json.value);
    return result.ok ? { ok: true, body: { notes: result.notes } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/notes");
