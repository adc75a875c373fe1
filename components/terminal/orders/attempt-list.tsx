"use client";

import { useTranslations } from "next-intl";
import { useFacts } from "@/components/terminal/shell/use-terminal-words";
import type { AttemptView } from "@/lib/terminal/rules.orders";

/** Each try to pay an order: when, how, how much, and what became of it. */
export function AttemptList({ attempts, timeZone }: { attempts: AttemptView[]; timeZone: string }) {
  const t = useTranslations("terminalOrders");
  const { dollars, time } = useFacts(timeZone);
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
