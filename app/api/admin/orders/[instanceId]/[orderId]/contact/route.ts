import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { showContact } from "@/lib/console/orders/show-contact";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await showContact(ctx, key);
    return result.ok ? { ok: true, body: { contact: result.contact } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/contact");
