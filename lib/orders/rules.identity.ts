import type { Buyer } from "./schema";

/** Random bytes that an order's id needs: 26 characters of 5 bits, 130 bits in all. */
export const orderIdBytes = 17;

/** Characters of an order's code after the draw's prefix. */
export const orderCodeLength = 8;

/** Random bytes that an order's code needs: 8 characters of 5 bits. */
export const orderCodeBytes = 5;

/** `m•••@example.com`: enough for its owner to recognize the address, too little for anyone else. */
export function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}•••@${domain}`;
}

/** A telephone number as it is kept and searched: its digits. */
export function phoneDigits(phone: string): string {
  return phone.replace(/\D/g, "");
}

/** `••• 0100`: enough for its owner to know the number. */
export function maskPhone(phone: string): string {
  return `••• ${phoneDigits(phone).slice(-4)}`;
}

/** A buyer as stored in an order; null if not known. */
export function keptBuyer(buyer: Buyer | undefined): Buyer | null {
  if (!buyer) return null;
  return buyer.phone ? { ...buyer, phone: phoneDigits(buyer.phone) } : buyer;
}
