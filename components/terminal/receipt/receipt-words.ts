import type { Language } from "@/lib/platform/i18n/routing";
import type messages from "@/messages/en.json";

type Messages = typeof messages;

/** What receipts are written in: of each namespace only what they say. */
export type ReceiptWords = Pick<Messages, "receipt" | "terminalReceipt" | "order"> & {
  draw: Pick<Messages["draw"], "organization" | "notDonation" | "helpLine" | "helpNeutral" | "dates">;
  checkout: Pick<Messages["checkout"], "provinces">;
};

/** The words of receipts by language: a receipt speaks its buyer's, not its operator's. */
export type WordsByLanguage = Record<Language, ReceiptWords>;

/** Takes the words of receipts out of the messages of a language. */
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
