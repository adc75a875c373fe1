"use client";

import { useLocale, useTranslations } from "next-intl";
import { useFormatters } from "@/components/ui/use-formatters";
import type { OrderKey } from "@/lib/orders/schema";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { SellerView } from "@/lib/terminal/orders/rules";

const terminalReasons = [
  "unreachable",
  "order-not-found",
  "draw-not-found",
  "order-expired",
  "order-being-paid",
  "buyer-required",
  "receipt-unavailable",
] as const;

type TerminalReason = (typeof terminalReasons)[number];

function isTerminalReason(reason: CallRefusal["reason"]): reason is TerminalReason {
  return terminalReasons.some((terminalReason) => terminalReason === reason);
}

export function useReasonText(): (reason: CallRefusal["reason"]) => string {
  const t = useTranslations("terminalOrders.refusals");
  const reasons = useTranslations("reasons");
  return (reason) => (isTerminalReason(reason) ? t(reason) : reasons(reason));
}

export function useSellerText(): (seller: SellerView) => string {
  const t = useTranslations("terminalOrders.sellers");
  return ({ channel, device, operator, isOwn }) => {
    if (channel === "web") return t("web");
    const name = isOwn ? t("own") : (device ?? t("unnamed"));
    return operator ? t("withOperator", { device: name, operator }) : name;
  };
}

type TerminalFormatters = { dollars: (amount: number) => string } & Record<
  "time" | "clock" | "second",
  (iso: string) => string
>;

/** Instants are in the draw's time zone. `clock` and `second` are times of day. */
export function useTerminalFormatters(timeZone: string): TerminalFormatters {
  const { dollars } = useFormatters();
  const locale = useLocale();
  return {
    dollars,
    time: (iso) => formatInstant(iso, locale, timeZone, "short"),
    clock: (iso) => formatInstant(iso, locale, timeZone, "time"),
    second: (iso) => formatInstant(iso, locale, timeZone, "second"),
  };
}

export function useWaitText(timeZone: string): (order: { seller: SellerView; expiresAt: string }) => string {
  const t = useTranslations("terminalOrders.steps.wait");
  const { clock } = useTerminalFormatters(timeZone);
  return ({ seller, expiresAt }) => t(seller.channel === "web" ? "held" : "unnamed", { until: clock(expiresAt) });
}

export function useDetailsHref({ instanceId, orderId }: OrderKey): string {
  const query = new URLSearchParams({ instanceId, orderId });
  return localizedPath(useLocale(), `/terminal/order-details?${query}`);
}
