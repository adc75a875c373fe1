import type { OrderSum } from "./order-sum";
import { useOrderFormatters } from "./use-order-formatters";

export type SumItem = { label: string; cents: number };

export function SumLines({ items }: { items: readonly SumItem[] }) {
  const { money } = useOrderFormatters();
  if (items.length < 2) return null;
  return (
    <ul className="sum-lines">
      {items.map(({ label, cents }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of draws is fixed, and two may have the same title
        <li key={index}>
          <span>{label}</span> <span className="tabular">{money(cents)}</span>
        </li>
      ))}
    </ul>
  );
}

export function useSumItems({ draws }: OrderSum): SumItem[] {
  const { tickets } = useOrderFormatters();
  return draws.map(({ title, tickets: count, cents }) => ({
    label: title ? `${title} · ${tickets(count)}` : tickets(count),
    cents,
  }));
}
