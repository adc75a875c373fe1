import { readHead } from "@/lib/audit/rules.chain";

/** Which draw is checked, all of them when none is named, and heads that earlier checks told. */
export type InvariantOptions = { drawId: string | null; heads: string[] };

/** Reads what follows the command; null when it is not ours. */
export function parseInvariantOptions(words: readonly string[]): InvariantOptions | null {
  const rest = [...words];
  const options: InvariantOptions = { drawId: null, heads: [] };
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    if (word === "--head") {
      const head = rest.shift() ?? "";
      if (!readHead(head)) return null;
      options.heads.push(head);
    } else if (word === "" || word.startsWith("-") || options.drawId !== null) return null;
    else options.drawId = word;
  }
  return options;
}

/** The address that answers them. */
export function invariantsPath({ drawId, heads }: InvariantOptions): string {
  const query = new URLSearchParams(heads.map((head) => ["head", head]));
  if (drawId !== null) query.set("instanceId", drawId);
  return `/api/admin/invariants${query.size > 0 ? `?${query}` : ""}`;
}
