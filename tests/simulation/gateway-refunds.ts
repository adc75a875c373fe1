import type { Capture, Reversal } from "./bank";
import { reversedCentsBy } from "./bank";
import type { BankCall } from "./bank-call";
import { dieDuring } from "./bank-call";
import { minuteMs, secondMs } from "./clock";

type Request = { kind: "void" | "return"; transactionId: string; amountCents: number; orderNumber: string };
type Refused = {
  kind: "refused";
  reason: "refund-not-voidable" | "refund-unavailable" | "refund-made-elsewhere" | "refund-refused";
  code: string;
};
type Outcome = { kind: "done"; transactionId: string; code: string | null } | Refused | { kind: "unknown"; code: null };
type Adjustments =
  | { kind: "listed"; adjustments: { transactionId: string; kind: "void" | "return"; amountCents: number }[] }
  | { kind: "not-found" }
  | { kind: "unknown" };

const timeoutMs = 20 * secondMs;
const silent = new Set(["answer-lost", "error-after", "done-later"]);

export function createRefunds(bankCall: BankCall) {
  const { turns, call, bank, clock } = bankCall;
  return {
    refund: async (_credentials: unknown, request: Request): Promise<Outcome> => {
      const fault = await turns.take(call, "refund", `${request.kind} ${request.orderNumber}`);
      if (fault === "dies-before") return dieDuring(bankCall);
      const isLost = fault === "request-lost" || fault === "error-before";
      const capture = bank.captures.find(({ transactionId }) => transactionId === request.transactionId);
      const refused = isLost ? null : whyNot(bankCall, capture, request, fault);
      const done = capture && !isLost && !refused ? giveBack(bankCall, capture, request, fault) : null;
      if (fault === "dies-after") return dieDuring(bankCall);
      if (fault === "request-lost" || fault === "answer-lost" || fault === "done-later") {
        await turns.take(call, "pause", "an answer that does not come", clock.now() + timeoutMs);
        return { kind: "unknown", code: null };
      }
      return refused ?? done ?? { kind: "unknown", code: null };
    },
    listAdjustments: async (_credentials: unknown, transactionId: string): Promise<Adjustments> => {
      const fault = await turns.take(call, "read", `adjustments of ${transactionId}`);
      if (fault.startsWith("dies")) return dieDuring(bankCall);
      return fault === "unreachable" ? { kind: "unknown" } : sumAdjustments(bankCall, transactionId);
    },
  };
}

function refusal(reason: Refused["reason"], code: string): Refused {
  return { kind: "refused", reason, code };
}

function whyNot({ clock }: BankCall, capture: Capture | undefined, request: Request, fault: string): Refused | null {
  if (fault === "refuse" || !capture || capture.at > clock.now()) return refusal("refund-refused", "1134");
  if (fault === "unavailable") return refusal("refund-unavailable", "935");
  // Refunds that are decided but not done count too, so that none exceeds the rest.
  const remaining = capture.amountCents - reversedCentsBy(capture, Number.POSITIVE_INFINITY);
  const isVoidable = fault !== "not-voidable" && remaining === capture.amountCents && request.amountCents === remaining;
  if (request.kind === "void" && !isVoidable) return refusal("refund-not-voidable", "205");
  return request.amountCents > remaining ? refusal("refund-made-elsewhere", "194") : null;
}

function giveBack({ clock, size, bank }: BankCall, capture: Capture, request: Request, fault: string): Outcome {
  const at = clock.now() + (fault === "done-later" ? secondMs + size() * 14 * minuteMs : 0);
  const { orderNumber: number, kind, amountCents } = request;
  const reversal: Reversal = { transactionId: bank.nextId(), number, kind, amountCents, at, visibleAt: at };
  capture.reversals.push(reversal);
  return silent.has(fault)
    ? { kind: "unknown", code: null }
    : { kind: "done", transactionId: reversal.transactionId, code: "1" };
}

function sumAdjustments({ bank, clock }: BankCall, transactionId: string): Adjustments {
  const found = bank.captures.find((capture) => capture.transactionId === transactionId && capture.at <= clock.now());
  if (!found) return { kind: "not-found" };
  const reversals = found.reversals.filter(({ at }) => at <= clock.now());
  return {
    kind: "listed",
    adjustments: reversals.map(({ transactionId: id, kind, amountCents }) => ({
      transactionId: id,
      kind,
      amountCents,
    })),
  };
}
