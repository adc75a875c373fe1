import type { PaymentDecision } from "@/lib/payments/schema";

const commands = ["show", "refund", "resend", "correct", "hide", "settle"];

const correctableFields = ["name", "email", "phone"];

/**
 * `lines` of a refund (none means all). `drawer` is the device whose drawer pays out cash. `reason` of a refund.
 * `statement` of what the bank's records show. `correction` of the buyer's details.
 */
export type OrderOptions = {
  order: string;
  draw: string | null;
  lines: number[];
  drawer?: string;
  reason?: string;
  statement?: PaymentDecision;
  correction?: Record<string, string>;
};

export function parseOrderOptions(command: string, args: readonly string[]): OrderOptions | null {
  const [order, ...rest] = args;
  if (!commands.includes(command) || !order || order.startsWith("-")) return null;
  const options: OrderOptions = { order, draw: null, lines: [] };
  while (rest.length > 0) {
    const [option, value] = rest.splice(0, 2);
    if (option === "--draw" && value && !options.draw) options.draw = value;
    else if (option === "--line" && command === "refund" && /^[1-9]\d{0,2}$/.test(value ?? "")) {
      options.lines.push(Number(value));
    } else if (option === "--drawer" && command === "refund" && value && !options.drawer) options.drawer = value;
    else if (option === "--reason" && command === "refund" && value && !options.reason) options.reason = value;
    else if (option === "--paid" && command === "settle" && value && !options.statement) {
      options.statement = { paid: true, transactionId: value };
    } else if (option === "--not-paid" && command === "settle" && !options.statement) {
      options.statement = { paid: false };
      if (value) rest.unshift(value);
    } else if (command === "correct" && value && isCorrection(option, options)) {
      options.correction = { ...options.correction, [option.slice(2)]: value };
    } else return null;
  }
  if (command === "correct" && !options.correction) return null;
  return command === "settle" && !options.statement ? null : options;
}

function isCorrection(option: string | undefined, { correction }: OrderOptions): option is string {
  const field = option?.replace(/^--/, "") ?? "";
  return correctableFields.includes(field) && correction?.[field] === undefined && option === `--${field}`;
}
