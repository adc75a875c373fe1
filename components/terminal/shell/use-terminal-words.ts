"use client";

import { useLocale, useTranslations } from "next-intl";
import { useNumbers } from "@/components/ui/use-numbers";
import type { OrderAddress } from "@/lib/orders/client";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { SellerView } from "@/lib/terminal/orders/rules";

const ownRefusals = [
  "unreachable",
  "order-not-found",
  "draw-not-found",
  "order-expired",
  "order-being-paid",
  "buyer-required",
  "receipt-unavailable",
] as const;

type OwnRefusal = (typeof ownRefusals)[number];

function isOwn(reason: CallRefusal["reason"]): reason is OwnRefusal {
  return ownRefusals.some((own) => own === reason);
}

export function useRefusalWords(): (reason: CallRefusal["reason"]) => string {
  const t = useTranslations("terminalOrders.refusals");
  const reasons = useTranslations("reasons");
  return (reason) => (isOwn(reason) ? t(reason) : reasons(reason));
}

export function useSellerWords(): (seller: SellerView) => string {
  const t = useTranslations("terminalOrders.sellers");
  return ({ channel, device, operator, isOwn }) => {
    if (channel === "web") return t("web");
    const name = isOwn ? t("own") : (device ?? t("unnamed"));
    return operator ? t("withOperator", { device: name, operator }) : name;
  };
}

export function useDollars(): (amount: number) => string {
  return useNumbers().dollars;
}

type Facts = { dollars: (amount: number) => string } & Record<"time" | "clock" | "second", (iso: string) => string>;

/** Dollars, and instants in the draw's time zone; `clock` and `second` are times of day. */
export function useFacts(timeZone: string): Facts {
  const dollars = useDollars();
  const locale = useLocale();
  return {
    dollars,
    time: (iso) => formatInstant(iso, locale, timeZone, "short"),
    clock: (iso) => formatInstant(iso, locale, timeZone, "time"),
    second: (iso) => formatInstant(iso, locale, timeZone, "second"),
  };
}

export function useWaitWords(timeZone: string): (order: { seller: SellerView; expiresAt: string }) => string {
  const t = useTranslations("terminalOrders.steps.wait");
  const { clock } = useFacts(timeZone);
  return ({ seller, expiresAt }) => t(seller.channel === "web" ? "held" : "unnamed", { until: clock(expiresAt) });
}

export function useDetailsHref({ instanceId, orderId }: OrderAddress): string {
  const query = new URLSearchParams({ instanceId, orderId });
  return localizedPath(useLocale(), `/terminal/order-details?${query}`);
}
