import type { Language } from "@/lib/platform/i18n/routing";
import type messages from "@/messages/en.json";

type Messages = typeof messages;

export type ReceiptWords = Pick<Messages, "receipt" | "terminalReceipt" | "order"> & {
  draw: Pick<Messages["draw"], "organization" | "notDonation" | "helpLine" | "helpNeutral" | "dates">;
  checkout: Pick<Messages["checkout"], "provinces">;
};

/** A receipt is in its buyer's language, not its operator's. */
export type WordsByLanguage = Record<Language, ReceiptWords>;

export function receiptWordsOf({ receipt, terminalReceipt, order, draw, checkout }: Messages): ReceiptWords {
  const { organization, notDonation, helpLine, helpNeutral, dates } = draw;
  const { provinces } = checkout;
  return {
    receipt,
    terminalReceipt,
    order,
    draw: { organization, notDonation, helpLine, helpNeutral, dates },
    checkout: { provinces },
  };
}
