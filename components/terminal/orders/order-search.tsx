"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";

import { controlClass, controlProps, Field } from "@/components/ui/field";

/** How long nobody types before the search begins, in ms. */
const pauseMs = 350;

/** Gives what was typed once nobody has typed for a moment. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

type OrderSearchProps = { typed: string; onType: (typed: string) => void };

/** Where an order is searched for by its code, a ticket number or what is known of its buyer. */
export function OrderSearch({ typed, onType }: OrderSearchProps) {
  const t = useTranslations("terminalOrders.search");
  return (
    // The hint above the box: what stands beside it ends where the box ends.
    <div className="w-full max-w-md [&_.field>.hint]:-order-1 [&_.field>label]:-order-2">
      <Field id="order-search" label={t("label")} hint={t("hint")}>
        <input
          {...controlProps("order-search", { hint: t("hint") })}
          type="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={64}
          className={controlClass}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
    </div>
  );
}
