import { answerCalendar } from "@/app/[locale]/(checkout)/answer-calendar";

type Props = { params: Promise<{ locale: string; id: string }> };

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerCalendar(request, await params);
}
