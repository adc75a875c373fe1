import { groupDigits, isHopelessNumber, isWholeNumber } from "./card-brands.js";

const messages = {
  CardNumberInvalid: "Please enter a valid card number",
  CvvNotSet: "Please enter the card security code",
  ExpiryIsInThePast: "This card has expired",
  ExpiryIsNotSet: "Please enter the expiry date",
};

export function fieldError(type) {
  return { type, message: messages[type] };
}

function expiryDigits(text) {
  const digits = text.replaceAll(/\D/g, "");
  // Browsers may autofill MM/YYYY.
  const short = digits.length >= 6 ? digits.slice(0, 2) + digits.slice(4, 6) : digits.slice(0, 4);
  return /^[2-9]/.test(short) ? `0${short}`.slice(0, 4) : short;
}

function expiryError(digits, now) {
  const month = Number(digits.slice(0, 2));
  if (digits.length < 4 || month < 1 || month > 12) return "ExpiryIsNotSet";
  const thisMonth = now.getFullYear() * 12 + now.getMonth();
  const lastMonth = (2000 + Number(digits.slice(2))) * 12 + month - 1;
  return lastMonth < thisMonth ? "ExpiryIsInThePast" : null;
}

// `isHopeless` reports an error while the buyer is still typing.
const kinds = {
  "card-number": {
    title: "Card number",
    autocomplete: "cc-number",
    name: "cardnumber",
    digits: (text) => text.replaceAll(/\D/g, "").slice(0, 19),
    write: (digits) => groupDigits(digits),
    isHopeless: (digits, context) => isHopelessNumber(digits, context.brands),
    findError: (digits, context) => (isWholeNumber(digits, context.brands) ? null : "CardNumberInvalid"),
  },
  expiry: {
    title: "Card expiration date",
    autocomplete: "cc-exp",
    name: "exp-date",
    digits: expiryDigits,
    write: (digits, isDeleting) =>
      digits.length > 2 || (digits.length === 2 && !isDeleting) ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits,
    isHopeless: (digits, context) => digits.length === 4 && expiryError(digits, context.now()) !== null,
    findError: (digits, context) => expiryError(digits, context.now()),
  },
  cvv: {
    title: "Card security code",
    autocomplete: "cc-csc",
    name: "cvc",
    digits: (text) => text.replaceAll(/\D/g, "").slice(0, 4),
    write: (digits, _isDeleting, context) =>
      digits.slice(0, context.brand === "amex" || context.brand === "unknown" ? 4 : 3),
    isHopeless: () => false,
    findError(digits, context) {
      const lengths = context.brand === "amex" ? [4] : context.brand === "unknown" ? [3, 4] : [3];
      return lengths.includes(digits.length) ? null : "CvvNotSet";
    },
  },
};

export function getFieldKind(type) {
  return kinds[type];
}
