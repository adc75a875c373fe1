import { answerPlainPayload } from "@/app/[locale]/(checkout)/answer-payload";

export const dynamic = "force-dynamic";

export const GET = answerPlainPayload;
