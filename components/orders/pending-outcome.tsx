"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { usePageTime } from "@/components/draws/use-page-time";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useReloadHold } from "@/components/ui/update/use-reload-hold";
import { minuteMs } from "@/lib/durations";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import type { OrderChanges } from "./order-effects";
import { useOrderChanges } from "./order-effects";

/** `pageTime` is the server's clock when the page was built, so that server and browser render the same. */
function useMinutesSince(since: string, pageTime: string): number {
  const countMinutes = (now: number) => Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs));
  const [now, setNow] = useState(() => Date.parse(pageTime));
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), minuteMs / 6);
    return () => clearInterval(timer);
  }, []);
  return countMinutes(now);
}

type PendingOutcomeProps = {
  instanceId: string;
  orderId: string;
  shown: string;
  sentAt: string;
  sentText: string;
  serverNow: string;
  maskedEmail: string | null;
  icons: { looking: ReactNode; closing: ReactNode; waiting: ReactNode };
};

/** In minutes. Before this, a missing answer of the gateway means nothing (docs/design.md, Late money). */
const lateMinutes = 15;

function IconLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0 text-warning">{icon}</span>
      <span>{children}</span>
    </li>
  );
}

function PollLine({ changes: { isReached, polledAt, pollNow } }: { changes: OrderChanges }) {
  const t = useTranslations("orderWatch");
  const time = usePageTime("second");
  return (
    <div className="grid gap-3">
      <div role="status">{isReached ? null : <Notice tone="warning" title={t("lost")} />}</div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" onClick={pollNow}>
          {t("checkNow")}
        </Button>
        <p className="tabular text-muted text-sm">{polledAt ? t("lookedAt", { time: time(polledAt) }) : ""}</p>
      </div>
    </div>
  );
}

export function PendingOutcome(props: PendingOutcomeProps) {
  const { instanceId, orderId, shown, sentAt, sentText, serverNow, maskedEmail, icons } = props;
  const t = useTranslations("orderWatch");
  useReloadHold(true);
  const changes = useOrderChanges(instanceId, orderId, shown);
  const minutes = useMinutesSince(sentAt, serverNow);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 print:hidden">
      <p className="rounded-control bg-warning-soft px-4 py-3">
        <span className="block text-sm text-warning">{t("sent")}</span>
        <span className="tabular font-semibold">{sentText}</span>{" "}
        <span className="inline-block text-muted text-sm">{t("ago", { minutes })}</span>
      </p>
      <ul className="grid gap-3">
        <IconLine icon={icons.looking}>{t("looking")}</IconLine>
        <IconLine icon={icons.closing}>
          <span>{t("closing")}</span> {maskedEmail ? <span>{t("mail", { email: maskedEmail })}</span> : null}
        </IconLine>
        <IconLine icon={icons.waiting}>{t(minutes < lateMinutes ? "waiting" : "late")}</IconLine>
      </ul>
      <PollLine changes={changes} />
    </div>
  );
}
