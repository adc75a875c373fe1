import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/table";
import { readAdminDraw } from "@/lib/draws/read-admin-draw";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";
import { chooseReading } from "@/lib/zones/choose-reading";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const chosen = await chooseReading(ctx, id, json.value);
    if (!chosen.ok) return chosen;
    refreshPages(id);
    const read = await readAdminDraw(ctx, id);
    return read.ok ? { ok: true, body: { draw: read.draw } } : read;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws/[id]/zones");
