export type PersonOptions =
  | { command: "export"; email: string; file: string | null }
  | { command: "erase"; email: string; dryRun: boolean };

export function parsePersonOptions([command, email, ...rest]: readonly string[]): PersonOptions | null {
  if (!email?.includes("@")) return null;
  const [option, value, ...more] = rest;
  if (command === "erase") {
    return rest.length === 0 || (option === "--dry-run" && rest.length === 1)
      ? { command, email, dryRun: rest.length === 1 }
      : null;
  }
  if (command !== "export" || more.length > 0) return null;
  if (option === undefined) return { command, email, file: null };
  return option === "--file" && value ? { command, email, file: value } : null;
}
