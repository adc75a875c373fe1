const currency = new Intl.NumberFormat("en-CA", { style: "currency", currency: "CAD" });
const integer = new Intl.NumberFormat("en-CA");

export function dollars(cents: string | number | null | undefined): string {
  return currency.format(Number(cents ?? 0) / 100);
}

/** Ticket numbers have no separators. */
export function count(number: number): string {
  return integer.format(number);
}
