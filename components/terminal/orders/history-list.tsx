"use client";

import { useTranslations } from "next-intl";
import { useFacts } from "@/components/terminal/shell/use-terminal-words";
import { toDollars } from "@/lib/money";
import type { AuditEntry } from "@/lib/orders/rules.audit";

type Words = ReturnType<typeof useTranslations<"terminalOrders.history">>;

function actorWords(t: Words, { actor, device, operator }: AuditEntry): string {
  if (actor !== "device") return t(`actors.${actor}`);
  return [device ?? t("actors.device"), operator].filter(Boolean).join(" · ");
}

function centsOf({ detail }: AuditEntry, name: string): number | null {
  const cents = detail[name];
  return typeof cents === "number" ? toDollars(cents) : null;
}

function Entry({ entry, timeZone }: { entry: AuditEntry; timeZone: string }) {
  const t = useTranslations("terminalOrders.history");
  const { dollars, time } = useFacts(timeZone);
  const amount = centsOf(entry, "amountCents");
  const given = centsOf(entry, "givenCents");
  const change = centsOf(entry, "changeCents");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 leading-tight last:pb-0">
      <p>
        <span className="block font-medium">{t(`actions.${entry.action}`)}</span>
        <span className="block break-words text-muted text-sm">
          {[time(entry.at), actorWords(t, entry)].join(" · ")}
        </span>
        {given === null ? null : (
          <span className="block text-muted text-sm">
            {t("cash", { given: dollars(given), change: dollars(change ?? 0) })}
          </span>
        )}
      </p>
      {amount === null ? null : <p className="tabular">{dollars(amount)}</p>}
    </li>
  );
}

/** Who did what to an order, the latest first. */
export function HistoryList({ history, timeZone }: { history: AuditEntry[]; timeZone: string }) {
  const t = useTranslations("terminalOrders.history");
  if (history.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <ol className="divide-y divide-line">
      {history.toReversed().map((entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id here, and none is ever taken out
        <Entry key={history.length - at} entry={entry} timeZone={timeZone} />
      ))}
    </ol>
  );
}
