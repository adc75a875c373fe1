import { useQuery } from "@tanstack/react-query";
import { useConnection } from "@/components/terminal/shell/use-connection";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { TerminalDraw } from "@/lib/terminal/client";
import { drawsQuery, summariesQuery } from "@/lib/terminal/client";
import { salesQuery } from "@/lib/terminal/client.orders";
import type { TerminalOrderRow, TerminalSummary } from "@/lib/terminal/rules.orders";

/** How long what is shown stays good, in ms: an operator compares it with a cash box, not with a clock. */
const refreshMs = 20_000;

/** What the home page knows: null until it was read; what was read is kept until it is read again. */
export type HomeData = {
  draws: TerminalDraw[] | null;
  /** The money of today by the id of its draw. */
  summaries: ReadonlyMap<string, TerminalSummary> | null;
  /** What this tablet was paid for last. */
  sales: TerminalOrderRow[] | null;
  refusal: CallRefusal["reason"] | null;
  /** When all of it was read last. */
  readAt: Date | null;
  refresh: () => void;
};

/** Reads the draws of the parent and what this device sold today, again and again; `isOn` false reads nothing. */
export function useHome(isOn: boolean): HomeData {
  const { isReachable } = useConnection();
  const asking = { enabled: isOn && isReachable, refetchInterval: refreshMs };
  const draws = useQuery({ ...drawsQuery(), ...asking });
  const sums = useQuery({ ...summariesQuery(), ...asking });
  const sales = useQuery({ ...salesQuery(), ...asking });
  const readAt = Math.min(draws.dataUpdatedAt, sums.dataUpdatedAt, sales.dataUpdatedAt);
  return {
    draws: draws.data ?? null,
    summaries: sums.data ?? null,
    sales: sales.data ?? null,
    refusal: (draws.error ?? sums.error ?? sales.error)?.reason ?? null,
    readAt: readAt > 0 ? new Date(readAt) : null,
    refresh() {
      for (const query of [draws, sums, sales]) query.refetch();
    },
  };
}
