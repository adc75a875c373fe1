/** P: sale. PA: pre-authorisation. PAC: completion. R: return. VP and VR: void of a sale and of a return. */
export type TransactionType = "P" | "PA" | "PAC" | "R" | "VP" | "VR";

/** Never has the card's number. Cards are compared by `fingerprint`. */
export type LedgerCard = {
  type: string;
  lastFour: string;
  bin: string;
  owner: string;
  expiryMonth: string;
  expiryYear: string;
  fingerprint: string;
  cvdResult: number;
  avs: { id: string; message: string; processed: boolean; street: boolean; postal: boolean };
};

/** Amounts in cents. `originalId` is the transaction that an adjustment changed. */
export type Transaction = {
  id: string;
  merchantId: string;
  orderNumber: string;
  amountCents: number;
  type: TransactionType;
  paymentMethod: "CC" | "CA" | "CK";
  /** `A`: Apple Pay. `N`: otherwise. */
  entryMethod: "N" | "A";
  approved: boolean;
  messageId: number;
  message: string;
  createdMs: number;
  card: LedgerCard | null;
  originalId: string | null;
  returnedCents: number;
  completedCents: number;
  voided: boolean;
  comments: string;
  customerIp: string;
  custom: Record<string, string>;
  billing: Record<string, string>;
  shipping: Record<string, string>;
};
