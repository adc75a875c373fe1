import type { Actor } from "@/lib/actor";
import { readPostalCode } from "@/lib/address";
import { readPhoneNumber } from "@/lib/phone-number";
import type { Buyer, OrderKey } from "./schema";

/** Random bytes that an order's id needs: 26 characters of 5 bits, 130 bits in all. */
export const orderIdBytes = 17;

/** Characters of an order's code after the draw's prefix. */
export const orderCodeLength = 8;

/** Random bytes that an order's code needs: 8 characters of 5 bits. */
export const orderCodeBytes = 5;

const addressPattern = /^([0-9A-HJKMNP-TV-Z]{26})-([0-9A-HJKMNP-TV-Z]{26})$/;

/** What an order's address names it by: its id, and behind it the second secret of one that was corrected. */
export function orderAddressOf({ orderId, addressSecret }: { orderId: string; addressSecret?: string | null }): string {
  return addressSecret ? `${orderId}-${addressSecret}` : orderId;
}

export function orderKeyOf({ instanceId, orderId: address }: Pick<OrderKey, "instanceId" | "orderId">): OrderKey {
  const [, orderId = address, secret] = addressPattern.exec(address) ?? [];
  return secret ? { instanceId, orderId, secret } : { instanceId, orderId };
}

/** Whether a key opens an order to its caller: buyers have nothing but its address, others are judged elsewhere. */
export function opensOrder(
  { kind }: Actor,
  { secret }: Pick<OrderKey, "secret">,
  { addressSecret }: { addressSecret: string | null },
): boolean {
  return kind !== "buyer" || addressSecret === null || secret === addressSecret;
}

/** `m•••@example.com`: enough for its owner to recognize the address, too little for anyone else. */
export function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}•••@${domain}`;
}

/** A telephone number as it is kept and searched: its digits, without an extension. */
export function phoneDigits(phone: string): string {
  return readPhoneNumber(phone) ?? phone.replace(/\D/g, "");
}

/** `••• 0100`: enough for its owner to know the number. */
export function maskPhone(phone: string): string {
  return `••• ${phoneDigits(phone).slice(-4)}`;
}

/** A buyer as stored in an order; null if not known. */
export function keptBuyer(buyer: Buyer | undefined): Buyer | null {
  if (!buyer) return null;
  const { phone, postalCode } = buyer;
  return {
    ...buyer,
    ...(phone ? { phone: phoneDigits(phone) } : {}),
    ...(postalCode ? { postalCode: readPostalCode(postalCode) ?? postalCode } : {}),
  };
}
