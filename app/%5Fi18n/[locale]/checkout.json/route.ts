import { answerLateWords } from "@/app/api/locales/answer-late-words";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";

type Props = { params: Promise<{ locale: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerLateWords(request, "checkout", (await params).locale);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");
