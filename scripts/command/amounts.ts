const currency = new Intl.NumberFormat("en-CA", { style: "currency", currency: "CAD" });
const whole = new Intl.NumberFormat("en-CA");

/** `$1,234.56` from cents; nothing is `$0.00`. */
export function dollars(cents: string | number | null | undefined): string {
  return currency.format(Number(cents ?? 0) / 100);
}

/** `1,234`: for counts. Ticket numbers have no separators. */
export function count(number: number): string {
  return whole.format(number);
}
