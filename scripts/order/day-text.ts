import type { DayCash, DayClosed, DayMoney, MoneySum, OpenMoney } from "@/lib/reconciliation/rules.day";

import { dollars } from "@/scripts/command/amounts";
import { tableLines } from "@/scripts/command/text-table";
import { explain } from "@/scripts/invariants/text";

const formatNet = ({ capturedCents, refundedCents }: MoneySum) => dollars(capturedCents - refundedCents);

export function dayLines(closed: DayClosed): string[] {
  const { day, from, to, draws, cash, differences, untimed, open } = closed;
  const rows = draws.length > 1 ? [...draws, sumDraws(draws)] : draws;
  const headings = [
    ["draw", "left"],
    ["payments", "right"],
    ["captured", "right"],
    ["refunds", "right"],
    ["refunded", "right"],
    ["net", "right"],
    ["net by our records", "right"],
  ] as const;
  return [
    `${day}, ${from} to ${to}, Eastern time, at the gateway:`,
    ...(rows.length > 0 ? tableLines(headings, rows.map(moneyCells)) : ["  nothing"]),
    ...cashLines(cash),
    ...open.map(explainOpen),
    ...untimed.map(explainUntimed),
    ...differences.map((difference) => `${difference.check}:\n${explain(difference)}`),
    describeVerdict(closed),
  ];
}

function moneyCells({ instanceId, own, ...sum }: DayMoney): string[] {
  const sums = [String(sum.captures), dollars(sum.capturedCents), String(sum.refunds), dollars(sum.refundedCents)];
  return [instanceId ?? "(no draw)", ...sums, formatNet(sum), formatNet(own)];
}

function addUp(sums: readonly MoneySum[]): MoneySum {
  const total = (of: (sum: MoneySum) => number) => sums.reduce((all, sum) => all + of(sum), 0);
  return {
    captures: total(({ captures }) => captures),
    capturedCents: total(({ capturedCents }) => capturedCents),
    refunds: total(({ refunds }) => refunds),
    refundedCents: total(({ refundedCents }) => refundedCents),
  };
}

function sumDraws(draws: readonly DayMoney[]): DayMoney {
  return { instanceId: "all", ...addUp(draws), own: addUp(draws.map(({ own }) => own)) };
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function explainCash({ instanceId, timeZone, isOver, sales, takenCents, refunds, givenBackCents }: DayCash): string {
  const sold = `${plural(sales, "sale")} for ${dollars(takenCents)}`;
  const back = `${plural(refunds, "refund")} for ${dollars(givenBackCents)}`;
  const day = isOver ? timeZone : `${timeZone}, not over yet`;
  return `  ${instanceId} (${day}): ${sold}, ${back}; ${dollars(takenCents - givenBackCents)} should be on hand`;
}

function cashLines(cash: readonly DayCash[]): string[] {
  if (cash.length === 0) return [];
  return ["Cash taken at terminals, by each draw's own day:", ...cash.map(explainCash)];
}

function explainOpen({ kind, instanceId, number, state, amountCents }: OpenMoney): string {
  return `  ${instanceId}: ${kind} ${number} of ${dollars(amountCents)} is ${state}, not confirmed yet`;
}

function describeAmounts({ captures, capturedCents, refunds, refundedCents }: MoneySum): string {
  const parts = [
    ...(captures > 0 ? [`${plural(captures, "payment")}, ${dollars(capturedCents)}`] : []),
    ...(refunds > 0 ? [`${plural(refunds, "refund")}, ${dollars(refundedCents)}`] : []),
  ];
  return parts.join(", and ");
}

function explainUntimed({ instanceId, rows }: DayClosed["untimed"][number]): string {
  return `  ${instanceId ?? "(no draw)"}: ${plural(rows, "row")} of the gateway's report without a time, placed by our own if there is one`;
}

function describeVerdict({ day, isOver, differences, untimed, open, lacking }: DayClosed): string {
  const differenceCount = differences.length + untimed.length;
  if (differenceCount > 0) return `${day} doesn't agree with the gateway: ${plural(differenceCount, "difference")}.`;
  if (open.length > 0) return `${day} can't be closed yet: ${open.length} still to be confirmed.`;
  const missing = describeAmounts(lacking);
  if (missing) return `${day} can't be closed yet: ${missing}, not in the report yet. The gateway knows them.`;
  return isOver ? `${day} agrees with the gateway.` : `${day} agrees with the gateway so far, but it isn't over yet.`;
}
