export type DemoCardResult = "approved" | "declined" | "slow";

/** Bambora's test cards (docs/bambora.md, Test cards). Any future date and any security code work. */
export const demoCards: readonly { number: string; brand: string; result: DemoCardResult }[] = [
  { number: "4030000010001234", brand: "Visa", result: "approved" },
  { number: "5100000010001004", brand: "Mastercard", result: "approved" },
  { number: "371100001000131", brand: "Amex", result: "approved" },
  { number: "6011500080009080", brand: "Discover", result: "approved" },
  { number: "4003050500040005", brand: "Visa", result: "declined" },
  { number: "4485349439401891", brand: "Visa", result: "slow" },
];

export function formatCardNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, "$1 ");
}
