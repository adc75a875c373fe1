import { useLocale, useTranslations } from "next-intl";

import { consoleZone } from "@/components/console/console-zone";
import type { BadgeTone } from "@/components/ui/badge";
import { Badge } from "@/components/ui/badge";
import type { ListedDraw } from "@/lib/draws/client";
import { formatInstant } from "@/lib/platform/i18n/format-instant";

type Shown = {
  key: "onSale" | "opens" | "closed" | "cancelled" | "archived" | "pending" | "soldOut" | "unsellable";
  tone: BadgeTone;
  at?: string;
};

function describeState({
  approvalState,
  timeState,
  salesOpen,
  reason,
  opensAt,
  closesAt,
  closedAt,
  cancelledAt,
  isArchived,
}: ListedDraw): Shown {
  if (isArchived) return { key: "archived", tone: "neutral" };
  if (cancelledAt) return { key: "cancelled", tone: "danger", at: cancelledAt };
  if (approvalState !== "Approved") return { key: "pending", tone: "warning" };
  if (salesOpen) return { key: "onSale", tone: "positive", at: closesAt };
  if (timeState === "Not Started") return { key: "opens", tone: "neutral", at: opensAt };
  if (timeState === "Ended") return { key: "closed", tone: "neutral", at: closedAt ?? closesAt };
  return reason === "provider-unsupported"
    ? { key: "unsellable", tone: "danger" }
    : { key: "soldOut", tone: "warning" };
}

/** The state of a draw's sales in a few words, with its next or last time. */
export function DrawState({ draw }: { draw: ListedDraw }) {
  const t = useTranslations("console.draws.states");
  const locale = useLocale();
  const { key, tone, at } = describeState(draw);
  return <Badge tone={tone}>{t(key, { time: at ? formatInstant(at, locale, consoleZone, "stamp") : "" })}</Badge>;
}
