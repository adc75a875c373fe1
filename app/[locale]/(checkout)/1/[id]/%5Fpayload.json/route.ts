import { respondPayload } from "@/app/[locale]/(checkout)/respond-payload";

type Props = { params: Promise<{ id: string }> };

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return respondPayload(request, (await params).id);
}
