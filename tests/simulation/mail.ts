import type { MailGateway } from "@/lib/gateways/mail/port";

import { secondMs } from "./clock";
import type { Desk } from "./desk";
import { dieAt } from "./desk";

export const mailFaults = ["deferred", "unreachable", "taken-unheard", "dies-before", "dies-after"] as const;

/** `bank.mails` holds the accepted mails. */
export function mailOf(desk: Desk): MailGateway {
  const { turns, call, bank, clock } = desk;
  return {
    atOnce: 5,
    send: async ({ messageId }) => {
      const fault = await turns.take(call, "mail", "a mail");
      if (fault === "dies-before") return dieAt(desk);
      if (fault === "deferred" || fault === "unreachable") return { kind: fault, cause: "simulated" };
      bank.mails.set(messageId, (bank.mails.get(messageId) ?? 0) + 1);
      if (fault === "dies-after") return dieAt(desk);
      if (fault !== "taken-unheard") return { kind: "sent" };
      await turns.take(call, "pause", "a mail server that does not answer", clock.now() + 15 * secondMs);
      return { kind: "unreachable", cause: "simulated" };
    },
  };
}
