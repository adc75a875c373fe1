import type { OrderSum } from "./order-sum";
import { useWords } from "./use-words";

/** What is bought of a draw, in words, and what it costs in cents. */
export type SumItem = { label: string; cents: number };

/** What an order is made of, a line for each draw: the main one by its tickets, the others by their title too. */
export function useSumItems({ draws }: OrderSum): SumItem[] {
  const { tickets } = useWords();
  return draws.map(({ title, tickets: count, cents }) => ({
    label: title ? `${title} · ${tickets(count)}` : tickets(count),
    cents,
  }));
}

/** The lines of a sum above it; nothing where it is that of one draw alone. */
export function SumLines({ items }: { items: readonly SumItem[] }) {
  const { money } = useWords();
  if (items.length < 2) return null;
  return (
    <ul className="sum-lines">
      {items.map(({ label, cents }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of draws is fixed, and two may have the same title
        <li key={at}>
          <span>{label}</span> <span className="tabular">{money(cents)}</span>
        </li>
      ))}
    </ul>
  );
}
