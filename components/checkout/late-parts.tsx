import { ProblemSummary } from "@/components/order-form/problem-summary";
import { ApplePayNotice } from "@/components/payment/apple-pay/apple-pay-notice";
import { HoldNotice } from "@/components/payment/hold-notice";
import { fetchJson } from "@/lib/platform/http/fetch-json";
import type { MessageBranch } from "@/lib/platform/i18n/message-parts";
import { LostPayment } from "./lost-payment";
import { OfferedLater, OfferedPanel } from "./offered-panel";
import { pressApplePay, pressCard } from "./press";

/** What a checkout shows and does only once somebody has done something. */
export const lateParts = {
  ApplePayNotice,
  HoldNotice,
  LostPayment,
  OfferedLater,
  OfferedPanel,
  ProblemSummary,
  pressApplePay,
  pressCard,
};

function isWords(body: unknown): body is MessageBranch {
  return typeof (body as { reasons?: unknown } | null)?.reasons === "object";
}

/** Reads the words that come late. Throws where nobody gives them. */
export async function readWords(path: string): Promise<MessageBranch> {
  const answer = await fetchJson(path, isWords);
  if (!answer.ok) throw new Error("The words of this page did not come.");
  return answer.body;
}
