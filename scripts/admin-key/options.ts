import { keyRights } from "@/lib/rights";

type KeyEnd = { days: number } | { expiresAt: string };

export type AdminKeyOptions =
  | ({ command: "create"; name: string; rights: string[] } & KeyEnd)
  | { command: "list" }
  | { command: "revoke"; name: string };

export function parseAdminKeyOptions([command, name, ...args]: readonly string[]): AdminKeyOptions | null {
  if (command === "list") return name === undefined ? { command } : null;
  if (!name || name.startsWith("-")) return null;
  if (command === "create") return readCreate(name, args);
  return command === "revoke" && args.length === 0 ? { command, name } : null;
}

/** Midnight after the day in local time, because a key is valid through its last day. */
function endOfDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (!year || !month || !day) return null;
  const end = new Date(year, month - 1, day + 1);
  const isReal = new Date(year, month - 1, day).getDate() === day;
  return isReal ? end.toISOString() : null;
}

function readEnd(options: ReadonlyMap<string, string>): KeyEnd | null {
  const [days, date] = [options.get("days"), options.get("expires")];
  if ((days === undefined) === (date === undefined)) return null;
  if (days !== undefined) return /^[1-9]\d{0,3}$/.test(days) ? { days: Number(days) } : null;
  const expiresAt = endOfDay(date ?? "");
  return expiresAt === null ? null : { expiresAt };
}

function readOptions(args: readonly string[]): Map<string, string> | null {
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 2) {
    const [option = "", value] = args.slice(index, index + 2);
    const name = option.slice(2);
    if (!["--rights", "--days", "--expires"].includes(option) || options.has(name) || !value) return null;
    options.set(name, value);
  }
  return options;
}

function readCreate(name: string, args: readonly string[]): AdminKeyOptions | null {
  const options = readOptions(args);
  const end = options && readEnd(options);
  const rights = (options?.get("rights") ?? "").split(",").filter(Boolean);
  const isKnown = rights.every((right) => keyRights.some((known) => known === right));
  return end && isKnown && rights.length > 0 ? { command: "create", name, rights, ...end } : null;
}
