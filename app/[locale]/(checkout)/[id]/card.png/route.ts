import { answerCard } from "@/app/[locale]/(checkout)/answer-card";

type Props = { params: Promise<{ locale: string; id: string }> };

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerCard(request, await params);
}
