import type { Bank } from "./bank";
import type { Clock } from "./clock";
import type { Call, Turns } from "./turns";
import { never } from "./turns";

/** `size` is the extent of a fault, from 0 to 1. */
export type BankCall = { bank: Bank; clock: Clock; turns: Turns; call: Call; size: () => number };

export function dieDuring({ turns, call }: BankCall): Promise<never> {
  call.isDead = true;
  turns.kill(call.process);
  return never();
}
