import type { DayCash, DayClosed, DayMoney, OpenMoney } from "@/lib/reconciliation/rules.day";

import { dollars, explain } from "./invariant-words";
import { tableLines } from "./text-table";

function moneyCells({ instanceId, captures, capturedCents, refunds, refundedCents }: DayMoney): string[] {
  const kept = dollars(capturedCents - refundedCents);
  const sums = [String(captures), dollars(capturedCents), String(refunds), dollars(refundedCents), kept];
  return [instanceId ?? "(no draw)", ...sums];
}

function totalOf(draws: readonly DayMoney[]): DayMoney {
  const sum = (of: (draw: DayMoney) => number) => draws.reduce((total, draw) => total + of(draw), 0);
  return {
    instanceId: "all",
    captures: sum(({ captures }) => captures),
    capturedCents: sum(({ capturedCents }) => capturedCents),
    refunds: sum(({ refunds }) => refunds),
    refundedCents: sum(({ refundedCents }) => refundedCents),
  };
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function explainCash({ instanceId, timeZone, isOver, sales, takenCents, refunds, givenBackCents }: DayCash): string {
  const taken = `${plural(sales, "sale")} for ${dollars(takenCents)}`;
  const back = `${plural(refunds, "refund")} for ${dollars(givenBackCents)}`;
  const day = isOver ? timeZone : `${timeZone}, not over yet`;
  return `  ${instanceId} (${day}): ${taken}, ${back}; ${dollars(takenCents - givenBackCents)} should be on hand`;
}

function cashLines(cash: readonly DayCash[]): string[] {
  if (cash.length === 0) return [];
  return ["Cash taken at terminals, by each draw's own day:", ...cash.map(explainCash)];
}

function explainOpen({ kind, instanceId, number, state, amountCents }: OpenMoney): string {
  return `  ${instanceId}: ${kind} ${number} of ${dollars(amountCents)} is ${state}, not confirmed yet`;
}

function verdictOf({ day, isOver, differences, open }: DayClosed): string {
  if (differences.length > 0)
    return `${day} doesn't agree with the gateway: ${plural(differences.length, "difference")}.`;
  if (open.length > 0) return `${day} can't be closed yet: ${open.length} still to be confirmed.`;
  return isOver ? `${day} agrees with the gateway.` : `${day} agrees with the gateway so far, but it isn't over yet.`;
}

/**
 * A day as lines to read: the gateway's money and the cash by draw, what is open, what does not agree, and the verdict.
 */
export function dayLines(closed: DayClosed): string[] {
  const { day, from, to, draws, cash, differences, open } = closed;
  const rows = draws.length > 1 ? [...draws, totalOf(draws)] : draws;
  const headings = [
    ["draw", "left"],
    ["payments", "right"],
    ["captured", "right"],
    ["refunds", "right"],
    ["refunded", "right"],
    ["net", "right"],
  ] as const;
  return [
    `${day}, ${from} to ${to}, Eastern time, at the gateway:`,
    ...(rows.length > 0 ? tableLines(headings, rows.map(moneyCells)) : ["  nothing"]),
    ...cashLines(cash),
    ...open.map(explainOpen),
    ...differences.map((difference) => `${difference.check}:\n${explain(difference)}`),
    verdictOf(closed),
  ];
}
