"use client";

import { useTranslations } from "next-intl";

import type { TerminalState, Tone } from "./order-words";
import { toneOf } from "./order-words";

const looks: Record<Tone, string> = {
  positive: "bg-positive-soft text-positive",
  warning: "bg-warning-soft text-warning",
  plain: "bg-sunken text-ink",
};

/** The state of an order in two or three words. */
export function StateMark({ state }: { state: TerminalState }) {
  const t = useTranslations("terminalOrders.states");
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-1 font-semibold text-sm leading-tight ${looks[toneOf(state)]}`}
    >
      {t(`${state}.title`)}
    </span>
  );
}
