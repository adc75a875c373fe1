import type { PublicDraw } from "@/lib/draws/rules.projection";
import { toCents, toDollars } from "@/lib/money";

import type { OrderLineView } from "./rules";

/** A package, or a bundle with all of its lines; `amount` in dollars. */
export type LineGroup = { bundleId: string | null; lines: OrderLineView[]; amount: number };

/** Groups the lines of a bundle; every other line is a group of its own. */
export function groupLines(lines: readonly OrderLineView[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const own = line.bundleId && groups.find(({ bundleId }) => bundleId === line.bundleId);
    if (own) own.lines.push(line);
    else groups.push({ bundleId: line.bundleId ?? null, lines: [line], amount: 0 });
  }
  const sum = (group: LineGroup) => toDollars(group.lines.reduce((cents, line) => cents + toCents(line.amount), 0));
  return groups.map((group) => ({ ...group, amount: sum(group) }));
}

/** How many of a bundle its lines are, by the packages in all of them; 1 where the draw no longer has it. */
export function bundleCount(draw: Pick<PublicDraw, "bundles"> | null, { bundleId, lines }: LineGroup): number {
  const bundle = draw?.bundles.find(({ id }) => id === bundleId);
  const packages = (sum: number, { quantity }: { quantity: number }) => sum + quantity;
  const each = bundle?.items.reduce(packages, 0) ?? 0;
  return each > 0 ? Math.max(1, Math.round(lines.reduce(packages, 0) / each)) : 1;
}
