import type { MailGateway } from "@/lib/gateways/mail/port";
import type { BankCall } from "./bank-call";
import { dieDuring } from "./bank-call";
import { secondMs } from "./clock";

export const mailFaults = ["deferred", "unreachable", "accepted-answer-lost", "dies-before", "dies-after"] as const;

/** `bank.mails` has the accepted mails. */
export function createMail(bankCall: BankCall): MailGateway {
  const { turns, call, bank, clock } = bankCall;
  return {
    concurrency: 5,
    send: async ({ messageId }) => {
      const fault = await turns.take(call, "mail", "a mail");
      if (fault === "dies-before") return dieDuring(bankCall);
      if (fault === "deferred" || fault === "unreachable") return { kind: fault, cause: "simulated" };
      bank.mails.set(messageId, (bank.mails.get(messageId) ?? 0) + 1);
      if (fault === "dies-after") return dieDuring(bankCall);
      if (fault !== "accepted-answer-lost") return { kind: "sent" };
      await turns.take(call, "pause", "a mail server that does not answer", clock.now() + 15 * secondMs);
      return { kind: "unreachable", cause: "simulated" };
    },
  };
}
