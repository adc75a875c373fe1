"use client";

import { useTranslations } from "next-intl";
import { useTerminalFormatters } from "@/components/terminal/shell/use-terminal-text";
import { toDollars } from "@/lib/money";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import type { AttemptView } from "@/lib/terminal/orders/rules";

export function AttemptList({ attempts, timeZone }: { attempts: AttemptView[]; timeZone: string }) {
  const t = useTranslations("terminalOrders");
  const { dollars, time } = useTerminalFormatters(timeZone);
  if (attempts.length === 0) return <p className="text-muted">{t("attempts.none")}</p>;
  return (
    <ol className="divide-y divide-line">
      {attempts.map(({ sentAt, method, state, amount, askAt }) => (
        <li key={sentAt} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 leading-tight last:pb-0">
          <p>
            <span className="block font-medium">{t(`attempts.states.${state}`)}</span>
            <span className="block text-muted text-sm">
              {[time(sentAt), method ? t(`methods.${method}`) : null].filter(Boolean).join(" · ")}
            </span>
            {askAt ? (
              <span className="block text-muted text-sm">{t("attempts.askAt", { time: time(askAt) })}</span>
            ) : null}
          </p>
          <p className="tabular">{dollars(amount)}</p>
        </li>
      ))}
    </ol>
  );
}

export function HistoryList({ history, timeZone }: { history: AuditEntry[]; timeZone: string }) {
  const t = useTranslations("terminalOrders.history");
  if (history.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <ol className="divide-y divide-line">
      {history.toReversed().map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id here, and none is ever taken out
        <Entry key={history.length - index} entry={entry} timeZone={timeZone} />
      ))}
    </ol>
  );
}

function Entry({ entry, timeZone }: { entry: AuditEntry; timeZone: string }) {
  const t = useTranslations("terminalOrders.history");
  const { dollars, time } = useTerminalFormatters(timeZone);
  const amount = readDollars(entry, "amountCents");
  const givenDollars = readDollars(entry, "givenCents");
  const change = readDollars(entry, "changeCents");
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2.5 leading-tight last:pb-0">
      <p>
        <span className="block font-medium">{t(`actions.${entry.action}`)}</span>
        <span className="block break-words text-muted text-sm">
          {[time(entry.at), formatActor(t, entry)].join(" · ")}
        </span>
        {givenDollars === null ? null : (
          <span className="block text-muted text-sm">
            {t("cash", { given: dollars(givenDollars), change: dollars(change ?? 0) })}
          </span>
        )}
      </p>
      {amount === null ? null : <p className="tabular">{dollars(amount)}</p>}
    </li>
  );
}

function readDollars({ detail }: AuditEntry, name: string): number | null {
  const cents = detail[name];
  return typeof cents === "number" ? toDollars(cents) : null;
}

type HistoryTranslator = ReturnType<typeof useTranslations<"terminalOrders.history">>;

function formatActor(t: HistoryTranslator, { actor, device, operator }: AuditEntry): string {
  if (actor !== "device") return t(`actors.${actor}`);
  return [device ?? t("actors.device"), operator].filter(Boolean).join(" · ");
}
