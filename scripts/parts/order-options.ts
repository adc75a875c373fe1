/** Which order is meant, and with a refund which of its lines; all of them when none is named. */
export type OrderOptions = { order: string; draw: string | null; lines: number[] };

/** Reads what follows a command about one order; null when it is not ours. */
export function parseOrderOptions(command: string, words: readonly string[]): OrderOptions | null {
  const [order, ...rest] = words;
  if (!["show", "refund", "resend"].includes(command) || !order || order.startsWith("-")) return null;
  const options: OrderOptions = { order, draw: null, lines: [] };
  while (rest.length > 0) {
    const [option, value] = rest.splice(0, 2);
    if (option === "--draw" && value && !options.draw) options.draw = value;
    else if (option === "--line" && command === "refund" && /^[1-9]\d{0,2}$/.test(value ?? "")) {
      options.lines.push(Number(value));
    } else return null;
  }
  return options;
}
