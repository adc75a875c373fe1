import { handleAdmin } from "@/lib/http/handle-call";
import { readJson } from "@/lib/http/read-json";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { settleStatement } from "@/lib/orders/settle-statement";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const settled = await settleStatement(ctx, key, json.value);
    return settled.ok ? { ok: true, body: { order: settled.order } } : settled;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");
