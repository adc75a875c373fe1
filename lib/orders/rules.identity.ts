import type { Actor } from "@/lib/actor";
import { readPostalCode } from "@/lib/address";
import { readPhoneNumber } from "@/lib/phone-number";
import type { Buyer, OrderKey } from "./schema";

/** Enough random bytes for the 26 characters (5 bits each) of an order id. */
export const orderIdBytes = 17;

/** Characters of an order code after the draw's prefix. */
export const orderCodeLength = 8;

/** Enough random bytes for the 8 characters (5 bits each) of an order code. */
export const orderCodeBytes = 5;

const urlIdPattern = /^([0-9A-HJKMNP-TV-Z]{26})-([0-9A-HJKMNP-TV-Z]{26})$/;

/** The order's id, followed by its second secret if its email was corrected. */
export function toOrderUrlId({ orderId, addressSecret }: { orderId: string; addressSecret?: string | null }): string {
  return addressSecret ? `${orderId}-${addressSecret}` : orderId;
}

export function parseOrderKey({ instanceId, orderId: urlId }: Pick<OrderKey, "instanceId" | "orderId">): OrderKey {
  const [, orderId = urlId, secret] = urlIdPattern.exec(urlId) ?? [];
  return secret ? { instanceId, orderId, secret } : { instanceId, orderId };
}

/** A buyer needs the order's second secret once there is one. Other actors are checked elsewhere. */
export function canOpenOrder(
  { kind }: Actor,
  { secret }: Pick<OrderKey, "secret">,
  { addressSecret }: { addressSecret: string | null },
): boolean {
  return kind !== "buyer" || addressSecret === null || secret === addressSecret;
}

/** Writes `m•••@example.com`, which is enough for the owner to recognize the address and too little for anyone else. */
export function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}•••@${domain}`;
}

/** Digits without an extension, as they are stored and searched. */
export function toPhoneDigits(phone: string): string {
  return readPhoneNumber(phone) ?? phone.replace(/\D/g, "");
}

/** Writes `••• 0100`. */
function maskPhone(phone: string): string {
  return `••• ${toPhoneDigits(phone).slice(-4)}`;
}

export type MaskedBuyer = { name: string; maskedEmail: string; maskedPhone: string | null };

export function maskBuyer(buyer: Pick<Buyer, "name" | "email" | "phone"> | null): MaskedBuyer | null {
  if (!buyer) return null;
  const { name, email, phone } = buyer;
  return { name, maskedEmail: maskEmail(email), maskedPhone: phone ? maskPhone(phone) : null };
}

/** What an order stores. Null if the buyer is unknown. */
export function toStoredBuyer(buyer: Buyer | undefined): Buyer | null {
  if (!buyer) return null;
  const { phone, postalCode } = buyer;
  return {
    ...buyer,
    ...(phone ? { phone: toPhoneDigits(phone) } : {}),
    ...(postalCode ? { postalCode: readPostalCode(postalCode) ?? postalCode } : {}),
  };
}
