"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import { useRememberedState } from "@/components/console/use-remembered-state";
import { Button } from "@/components/ui/button";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import { DayField } from "./order-filter";

export type CardSearchInput = { lastFour: string; day: string };

const cardIds = { lastFour: "order-card", day: "order-day" };

type CardSearchProps = {
  /** Marks the choice of a draw in the form above if none is chosen, and returns whether one is. */
  checkDraw: () => boolean;
  onSearch: (card: CardSearchInput) => void;
};

/** Searches by the last digits of a card. Tells everything that is missing at once. */
export function CardSearch({ checkDraw, onSearch }: CardSearchProps) {
  const t = useTranslations("console.orders.search");
  const [card, setCard] = useRememberedState<CardSearchInput>("order-search-card", { lastFour: "", day: "" });
  const [wrongFields, setWrongFields] = useState<(keyof CardSearchInput)[]>([]);
  const [isOpen] = useState(card.lastFour !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isDigits = /^\d{4}$/.test(card.lastFour);
    const missing = [...(isDigits ? [] : (["lastFour"] as const)), ...(card.day ? [] : (["day"] as const))];
    setWrongFields(missing);
    if (!checkDraw()) return;
    if (missing[0]) focusId(cardIds[missing[0]]);
    else onSearch(card);
  };
  const change = (changes: Partial<CardSearchInput>) => {
    setCard({ ...card, ...changes });
    setWrongFields([]);
  };
  const findError = (field: keyof CardSearchInput) => (wrongFields.includes(field) ? t(`cardWrong.${field}`) : null);
  const error = findError("lastFour");
  return (
    <details open={isOpen} className="open:w-full">
      <summary className="min-h-9 cursor-pointer content-center font-semibold">{t("byCard")}</summary>
      <p className="text-muted text-sm">{t("cardHint")}</p>
      <form
        onSubmit={submit}
        className="mt-3 grid grid-cols-1 items-start gap-3 sm:grid-cols-[13rem_12rem_auto] sm:justify-start"
      >
        <Field id={cardIds.lastFour} label={t("lastFour")} error={error}>
          <input
            {...controlProps(cardIds.lastFour, { error })}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className={controlClass}
            value={card.lastFour}
            onChange={(event) => change({ lastFour: event.target.value })}
          />
        </Field>
        <DayField
          id={cardIds.day}
          label={t("day")}
          value={card.day}
          error={findError("day")}
          onChange={(day) => change({ day })}
        />
        <Button type="submit" variant="secondary" className="sm:mt-7.5">
          {t("button")}
        </Button>
      </form>
    </details>
  );
}
