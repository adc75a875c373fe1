import type { OpenMatter, ReportEnd, ReportHead, ReportPool, ReportSum } from "@/lib/reports/rules";

import { count, dollars } from "@/scripts/command/amounts";
import { tableLines } from "@/scripts/command/text-table";
import { clock, describeProblem, describeSale, openMatterLabels } from "./report-labels";

type Fact = readonly [name: string, value: string | null];

export function warningLines({ isTest, isFinal, openMatters, openAttempts, openRefunds }: ReportHead): string[] {
  const open: Partial<Record<OpenMatter, number>> = { "payments-open": openAttempts, "refunds-open": openRefunds };
  const matters = openMatters.map((matter) => {
    const many = open[matter];
    return many === undefined ? openMatterLabels[matter] : `${openMatterLabels[matter]} (${count(many)})`;
  });
  return [
    ...(isTest ? ["*** TEST DRAW: no real money, no real tickets. ***"] : []),
    ...(isFinal ? [] : [`*** NOT FINAL: ${matters.join("; ")}. ***`]),
  ];
}

export function headLines(head: ReportHead): string[] {
  const facts = factLines([
    ["Draw", head.instanceId],
    ["Held by", head.organization],
    ["Province", head.province],
    ["Licence", head.licence || "none given"],
    ["Sales open", clock(head.opensAt)],
    ["Sales close", clock(head.closesAt)],
    ["Closed by", head.closedAt && `an admin, ${clock(head.closedAt)}`],
    ...head.earlyBirds.map((drawnAt): Fact => ["Early bird", clock(drawnAt)]),
    ["Drawn", clock(head.drawsAt)],
    ["State", stateWords(head)],
    ["Time zone", head.timeZone],
    ["Generated", clock(head.generatedAt)],
  ]);
  return [`Number report: ${head.title}`, ...warningLines(head), "", ...facts];
}

export function poolLines(pool: ReportPool): string[] {
  const estimate = pool.isFinal ? "" : " (estimated)";
  const facts = factLines([
    ["Kind", pool.type === "5050 Cash" ? "50/50" : "raffle"],
    ["Licence", pool.licence || "none given"],
    ["Sales end", pool.cutOffAt && clock(pool.cutOffAt)],
    ["Limit", pool.limit === null ? "no limit" : count(pool.limit)],
    ["Sold", count(pool.sold)],
    ["Void", count(pool.void)],
    ["Never issued", neverIssuedWords(pool)],
    ["Sales", dollars(pool.salesCents)],
    ["Pot", pool.prizeCents === null ? null : dollars(pool.potCents)],
    ["Prize", pool.prizeCents === null ? null : `${dollars(pool.prizeCents)}${estimate}`],
  ]);
  return ["", `Pool ${pool.poolId}: ${pool.title}`, ...facts];
}

export function winnerLines({ winners }: ReportHead): string[] {
  if (winners.length === 0) return [];
  const rows = winners.map(({ poolId, prizeType, prize, number, drawnAt, drawnBy, soldOnPaper }) => [
    poolId,
    prize ? `${prizeType}: ${prize}` : prizeType,
    `${number}${soldOnPaper ? " (paper ticket)" : ""}`,
    clock(drawnAt),
    drawnBy ? methodLabels[drawnBy] : "not stated",
  ]);
  const headings = [
    ["Pool", "left"],
    ["Prize", "left"],
    ["Number", "right"],
    ["Drawn", "left"],
    ["How", "left"],
  ] as const;
  return ["", "Winners", ...tableLines(headings, rows)];
}

export function totalLines(end: ReportEnd): string[] {
  const sections: [string, string[]][] = [
    ["Totals by day of sale and payment", dayLines(end)],
    ["Totals by package", packageLines(end)],
    ["Totals by pool", poolTotalLines(end)],
  ];
  return sections.flatMap(([title, lines]) => ["", title, ...lines]);
}

export function verdictLines({ addsUp, problems, problemCount }: ReportEnd): string[] {
  if (addsUp) return ["Everything adds up: every number, every cent."];
  const more = problemCount - problems.length;
  return [
    `*** THIS REPORT DOES NOT ADD UP: ${count(problemCount)} ${problemCount === 1 ? "problem" : "problems"}. ***`,
    ...problems.map((problem) => `  ${describeProblem(problem)}`),
    ...(more > 0 ? [`  and ${count(more)} more`] : []),
  ];
}

function factLines(facts: readonly Fact[]): string[] {
  return facts.filter(([, value]) => value).map(([name, value]) => `  ${name.padEnd(14)}${value}`);
}

function stateWords({ approvalState, timeState, salesOpen }: ReportHead): string {
  return `${approvalState}, ${timeState.toLowerCase()}, sales ${salesOpen ? "open" : "not open"}`;
}

function neverIssuedWords({ neverIssued, held }: ReportPool): string {
  const holds = held > 0 ? `, ${count(held)} of them held by open orders` : "";
  return `${neverIssued === null ? "no limit" : count(neverIssued)}${holds}`;
}

const methodLabels = { generator: "random number generator", hand: "by hand" };

function sumCells({ soldTickets, soldCents, voidTickets, voidCents }: ReportSum): string[] {
  return [count(soldTickets), dollars(soldCents), count(voidTickets), dollars(voidCents)];
}

const sumHeadings = [
  ["Sold", "right"],
  ["Amount", "right"],
  ["Void", "right"],
  ["Void amount", "right"],
] as const;

function dayLines({ days, grand }: ReportEnd): string[] {
  const rows = days.map((total) => [
    total.day ?? "no date",
    describeSale(total.channel, total.method),
    count(total.orders),
    ...sumCells(total),
  ]);
  const all = ["All", "", count(grand.orders), ...sumCells(grand)];
  return tableLines([["Day", "left"], ["How", "left"], ["Orders", "right"], ...sumHeadings], [...rows, all]);
}

function packageLines({ packages }: ReportEnd): string[] {
  if (packages.length === 0) return ["  nothing sold"];
  const rows = packages.map((total) => [
    total.poolId,
    total.bundleId ? `${total.packageId} in ${total.bundleId}` : total.packageId || "?",
    ...sumCells(total),
  ]);
  return tableLines([["Pool", "left"], ["Package", "left"], ...sumHeadings], rows);
}

function poolTotalLines({ pools, grand }: ReportEnd): string[] {
  const rows = pools.map((total) => [
    total.poolId,
    ...sumCells(total),
    total.neverIssued === null ? "no limit" : count(total.neverIssued),
  ]);
  const headings = [["Pool", "left"], ...sumHeadings, ["Never issued", "right"]] as const;
  return tableLines(headings, [...rows, ["All", ...sumCells(grand)]]);
}
