import { useTranslations } from "next-intl";

import { Icon } from "@/components/ui/icon";
import { useTimeLeftWords } from "@/components/ui/time-left";
import type { OrderView } from "@/lib/orders/rules";
import { useTimeLeft } from "./use-time-left";

/** How long an order is still held, in a line beside what a buyer is at. No reader hears each second of it. */
export function HoldLeft({ order: { expiresAt } }: { order: Pick<OrderView, "expiresAt"> }) {
  const t = useTranslations("checkout");
  const timeLeft = useTimeLeftWords();
  return (
    <p aria-live="off" className="tabular flex items-center gap-1.5 font-semibold text-ink">
      <Icon name="clock" className="size-[1.25em]" />
      <span>{t("heldLeft", { time: timeLeft(useTimeLeft(expiresAt)) })}</span>
    </p>
  );
}
