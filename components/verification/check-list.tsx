import { useLocale, useTranslations } from "next-intl";

import type { BadgeTone } from "@/components/ui/badge";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import { Notice } from "@/components/ui/notice";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { gatewayZone } from "@/lib/reconciliation/rules.day";
import type { Check, CheckState } from "@/lib/verification/rules.checks";
import type { Checks } from "./use-verification";

const stateStyles: Record<CheckState, { icon: IconName; mark: string; tone: BadgeTone }> = {
  right: { icon: "check-circle", mark: "text-positive", tone: "positive" },
  wrong: { icon: "alert", mark: "text-danger", tone: "danger" },
  warning: { icon: "clock", mark: "text-warning", tone: "warning" },
  skipped: { icon: "minus", mark: "text-muted", tone: "neutral" },
};

function useDetail({ detail }: Check): Record<string, string | number> {
  const locale = useLocale();
  const formatDay = (text: string) => formatInstant(text, locale, gatewayZone, "day");
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    (name === "from" || name === "until") && typeof value === "string" ? formatDay(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function CheckRow({ check }: { check: Check }) {
  const t = useTranslations("verification");
  const { icon, mark, tone } = stateStyles[check.state];
  const detail = useDetail(check);
  // The types of message keys can't express that findings belong to a check.
  const finding = `findings.${check.id}.${check.finding}` as "findings.key.right";
  const mend = `mends.${check.id}.${check.finding}` as "mends.key.unlike";
  return (
    <li className="flex gap-3 py-4">
      <Icon name={icon} className={`mt-0.5 size-5 shrink-0 ${mark}`} />
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <p className="flex items-start justify-between gap-3">
          <span className="font-semibold">{t(`names.${check.id}`)}</span>{" "}
          <Badge tone={tone}>{t(`states.${check.state}`)}</Badge>
        </p>
        <p className="text-muted">{t(finding, detail)}</p>
        {t.has(mend) ? <p>{t(mend)}</p> : null}
      </div>
    </li>
  );
}

function useSummary(results: Check[] | null): string {
  const t = useTranslations("verification.checks");
  if (!results) return "";
  const count = (state: CheckState) => results.filter((check) => check.state === state).length;
  const skipped = count("skipped");
  return t("summary", { right: count("right"), total: results.length - skipped, skipped });
}

export function CheckList({ checks, onAgain }: { checks: Checks; onAgain: () => void }) {
  const t = useTranslations("verification.checks");
  const { isBusy, results, isFailed } = checks;
  const summary = useSummary(results);
  return (
    <Card aria-labelledby="checks" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="checks" className="text-xl">
            {t("heading")}
          </h2>
          <p role="status" className="text-muted">
            {isBusy ? t("checking") : summary}
          </p>
        </div>
        <Button variant="secondary" busy={isBusy} onClick={onAgain}>
          {t("again")}
        </Button>
      </div>
      {isFailed ? <Notice tone="danger" role="alert" title={t("failed")} /> : null}
      <ul aria-busy={isBusy || undefined} className={`divide-y divide-line ${isBusy ? "opacity-60" : ""}`}>
        {(results ?? []).map((check) => (
          <CheckRow key={check.id} check={check} />
        ))}
      </ul>
    </Card>
  );
}
