import type { Actor } from "@/lib/actor";
import { readPhoneNumber } from "@/lib/phone-number";
import { readPostalCode } from "@/lib/postal-address";
import type { Buyer, OrderKey } from "./schema";

/** Enough for the 26 characters (5 bits each) of an order id. */
export const orderIdBytes = 17;

/** Without the draw's prefix. */
export const orderCodeLength = 8;

/** Enough for the 8 characters (5 bits each) of an order code. */
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

/** Returns `m•••@example.com`, which only the owner can recognize. */
export function maskEmail(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  return `${local.slice(0, 1)}•••@${domain}`;
}

/** Without an extension, as phone numbers are stored and searched. */
export function toPhoneDigits(phone: string): string {
  return readPhoneNumber(phone) ?? phone.replace(/\D/g, "");
}

/** Returns `••• 0100`. */
function maskPhone(phone: string): string {
  return `••• ${toPhoneDigits(phone).slice(-4)}`;
}

export type MaskedBuyer = { name: string; maskedEmail: string; maskedPhone: string | null };

export function maskBuyer(buyer: Pick<Buyer, "name" | "email" | "phone"> | null): MaskedBuyer | null {
  if (!buyer) return null;
  const { name, email, phone } = buyer;
  return { name, maskedEmail: maskEmail(email), maskedPhone: phone ? maskPhone(phone) : null };
}

export function toStoredBuyer(buyer: Buyer | undefined): Buyer | null {
  if (!buyer) return null;
  const { phone, postalCode } = buyer;
  return {
    ...buyer,
    ...(phone ? { phone: toPhoneDigits(phone) } : {}),
    ...(postalCode ? { postalCode: readPostalCode(postalCode) ?? postalCode } : {}),
  };
}
