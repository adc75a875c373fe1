import { z } from "zod";

const faultPoints = [
  "payments",
  "get-payment",
  "completions",
  "returns",
  "void",
  "reports",
  "tokens",
  "script",
  "iframe",
  "apple-session",
  "profiles",
  "boarding",
  "instance",
  "locales",
] as const;

export type FaultPoint = (typeof faultPoints)[number];

const target = {
  at: z.enum(faultPoints),
  times: z.int().min(1).max(1_000_000).default(1),
  match: z.strictObject({ orderNumber: z.string().optional(), card: z.string().optional() }).default({}),
};
const before = z.enum(["before", "after"]).default("before");

/**
 * `moment`: the work is done before or after the fault. `delay` takes `delayMs`, `garbage` answers 200 with invalid
 * JSON, `refuse` answers a gateway code, `wrong-amount` captures `amount` (dollars), `decline-as-200` answers HTTP 200
 * with `approved` 0, `flood` answers a megabyte.
 */
export const faultSchema = z.discriminatedUnion("kind", [
  z.strictObject({ ...target, kind: z.literal("delay"), moment: before, delayMs: z.int().min(0).max(600_000) }),
  z.strictObject({ ...target, kind: z.literal("drop"), moment: before }),
  z.strictObject({ ...target, kind: z.literal("hang"), moment: before }),
  z.strictObject({
    ...target,
    kind: z.literal("status"),
    moment: before,
    status: z.int().min(400).max(599).default(500),
  }),
  z.strictObject({ ...target, kind: z.literal("garbage"), moment: z.enum(["before", "after"]).default("after") }),
  z.strictObject({ ...target, kind: z.literal("refuse"), moment: before, code: z.int() }),
  z.strictObject({
    ...target,
    at: z.literal("payments"),
    kind: z.literal("wrong-amount"),
    amount: z.number().positive(),
  }),
  z.strictObject({ ...target, at: z.literal("payments"), kind: z.literal("decline-as-200") }),
  z.strictObject({ ...target, kind: z.literal("redirect"), moment: before, location: z.url() }),
  z.strictObject({ ...target, kind: z.literal("flood"), moment: before }),
]);

export type Fault = z.infer<typeof faultSchema>;

/** A fault's `match` compares this order number and card. */
export type FaultSubject = { orderNumber?: string | undefined; card?: string | undefined };

/** `take` returns the first armed fault that matches, and counts it down. */
export type FaultSwitch = {
  arm: (fault: Fault) => void;
  take: (at: FaultPoint, subject: FaultSubject) => Fault | null;
  list: () => { fault: Fault; left: number }[];
  clear: () => void;
};

export function createFaultSwitch(): FaultSwitch {
  let armed: { fault: Fault; left: number }[] = [];
  return {
    arm: (fault) => {
      armed.push({ fault, left: fault.times });
    },
    take(at, subject) {
      const found = armed.find(({ fault }) => fits(fault, at, subject));
      if (found === undefined) return null;
      found.left -= 1;
      armed = armed.filter(({ left }) => left > 0);
      return found.fault;
    },
    list: () => armed.map(({ fault, left }) => ({ fault, left })),
    clear: () => {
      armed = [];
    },
  };
}

function fits(fault: Fault, at: FaultPoint, subject: FaultSubject): boolean {
  const { orderNumber, card } = fault.match;
  return (
    fault.at === at &&
    (orderNumber === undefined || orderNumber === subject.orderNumber) &&
    (card === undefined || card === subject.card)
  );
}
