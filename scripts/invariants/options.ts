import { parseHead } from "@/lib/audit/rules.chain";

export type InvariantOptions = { drawId: string | null; heads: string[] };

export function parseInvariantOptions(args: readonly string[]): InvariantOptions | null {
  const rest = [...args];
  const options: InvariantOptions = { drawId: null, heads: [] };
  while (rest.length > 0) {
    const word = rest.shift() ?? "";
    if (word === "--head") {
      const head = rest.shift() ?? "";
      if (!parseHead(head)) return null;
      options.heads.push(head);
    } else if (word === "" || word.startsWith("-") || options.drawId !== null) return null;
    else options.drawId = word;
  }
  return options;
}

export function invariantsPath({ drawId, heads }: InvariantOptions): string {
  const query = new URLSearchParams(heads.map((head) => ["head", head]));
  if (drawId !== null) query.set("instanceId", drawId);
  return `/api/admin/invariants${query.size > 0 ? `?${query}` : ""}`;
}
