import type { WrittenEntry } from "@/lib/audit/rules";

export function historyLines(entries: WrittenEntry<string>[]): string[] {
  if (entries.length === 0) return ["No history yet."];
  return entries.map((entry) => {
    const { winnersBefore, winnersAfter, ...detail } = entry.detail;
    const winners = winnersAfter === undefined ? [] : [`winners changed from ${winnersBefore} to ${winnersAfter}`];
    const details = [...Object.entries(detail).map(([name, value]) => `${name} ${value ?? "-"}`), ...winners];
    const what = details.length > 0 ? `${entry.action}: ${details.join(", ")}` : entry.action;
    return `${entry.at}  ${actorText(entry)}  ${what}`;
  });
}

function actorText({ actor, device, operator }: WrittenEntry<string>): string {
  if (actor !== "device") return operator === null ? actor : `${actor} ${operator}`;
  return operator === null ? `device ${device}` : `device ${device} (${operator})`;
}
