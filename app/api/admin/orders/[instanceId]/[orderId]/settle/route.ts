import { settleStatement } from "@/lib/payments/settle-statement";
import { readJson } from "@/lib/platform/http/read-json";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { handleAdmin } from "@/lib/wiring/handle-call";

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
