import { answerPayload } from "@/app/[locale]/(checkout)/answer-payload";

type Props = { params: Promise<{ id: string }> };

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerPayload(request, (await params).id);
}
