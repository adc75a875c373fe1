import type { LostRequest } from "@/lib/reconciliation/void-lost-numbers";
import type { ChangedDraws } from "./import-changed-draws";

/** ISO 8601, or pgBackRest's `2026-11-20 18:00:00+00`. */
const instantPattern = /^(\d{4}-\d\d-\d\d)[T ]([\d:.]{5,})(?:Z|([+-]\d\d)(?::?(\d\d))?)$/;

export type RestoredOptions = LostRequest & ChangedDraws;

export function parseRestoredOptions(args: readonly string[]): RestoredOptions | null {
  const rest = [...args];
  const cashCents = new Map<string, number>();
  const [files, drawIds]: [string[], string[]] = [[], []];
  let restoredTo: Date | null = null;
  while (rest.length > 0) {
    const [option, value = ""] = rest.splice(0, 2);
    const cash = dollarsPattern.exec(value);
    const instant = readInstant(value);
    if (option === "--to" && !restoredTo && instant) restoredTo = instant;
    else if (option === "--cash" && cash?.[1] && !cashCents.has(cash[1])) {
      cashCents.set(cash[1], Number(cash[2]) * 100 + Number(cash[3] ?? 0));
    } else if (option === "--import" && value) files.push(value);
    else if (option === "--refresh" && value) drawIds.push(value);
    else return null;
  }
  return restoredTo ? { restoredTo, cashCents, files, drawIds } : null;
}

function readInstant(text: string): Date | null {
  const [, day, time, hours = "+00", minutes = "00"] = instantPattern.exec(text) ?? [];
  const at = new Date(`${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

const dollarsPattern = /^(.+)=(\d{1,7})(?:\.(\d\d))?$/;
