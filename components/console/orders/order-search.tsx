"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import type { DrawOption } from "@/components/console/use-draw-titles";
import { useRememberedState } from "@/components/console/use-remembered-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import type { OrderSearch } from "@/lib/console/orders/schema";
import { DayField } from "./order-filter";

/** The search field takes the focus once a search is cleared. */
export const searchId = "order-q";

/** The choice of a draw takes the focus if the search needs one. */
export const drawChoiceId = "order-draw";

const formClass = {
  plain: "grid grid-cols-1 items-start gap-3 md:grid-cols-[minmax(0,1fr)_auto]",
  withDraw: "grid grid-cols-1 items-start gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_auto]",
};

type SearchProps = {
  draws: readonly DrawOption[];
  mayBrowse: boolean;
  instanceId: string;
  /** True if the last search found nothing because it needs a draw. */
  needsDraw: boolean;
  onDraw: (instanceId: string) => void;
  onSearch: (search: OrderSearch) => Promise<void>;
};

export function OrderSearchForm(props: SearchProps) {
  const { draws, mayBrowse, instanceId, needsDraw, onDraw, onSearch } = props;
  const t = useTranslations("console.orders.search");
  const [text, setText] = useRememberedState("order-search-text", "");
  const [isBusy, setBusy] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const [isDrawMissing, setDrawMissing] = useState(false);
  const run = async (search: OrderSearch) => {
    setBusy(true);
    await onSearch(search);
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    setEmpty(!q);
    if (!q) focusId(searchId);
    else if (!isBusy) void run({ q, ...(instanceId ? { instanceId } : {}) });
  };
  const chooseDraw = (id: string) => {
    onDraw(id);
    setDrawMissing(false);
    const q = text.trim();
    if (needsDraw && id && q && !isBusy) void run({ q, instanceId: id });
  };
  const searchCard = async (card: CardSearchInput) => {
    setDrawMissing(!instanceId);
    if (!instanceId) focusId(drawChoiceId);
    else if (!isBusy) await run({ ...card, instanceId });
  };
  const hint = t(mayBrowse ? "hint" : "exactHint");
  const hasDraws = draws.length > 0;
  const error = isEmpty ? t(mayBrowse ? "empty" : "exactHint") : null;
  return (
    <Card aria-label={t("label")} className="grid grid-cols-1 gap-4">
      <form onSubmit={submit} className={formClass[hasDraws ? "withDraw" : "plain"]}>
        <Field id={searchId} label={t("label")} error={error}>
          <input
            {...controlProps(searchId, { hint, error })}
            type="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
            className={controlClass}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setEmpty(false);
            }}
          />
        </Field>
        {hasDraws ? <DrawChoice {...props} needsDraw={needsDraw || isDrawMissing} onDraw={chooseDraw} /> : null}
        <Button type="submit" busy={isBusy} className="md:mt-7.5">
          {t("button")}
        </Button>
      </form>
      <p id={`${searchId}-hint`} className="text-muted text-sm">
        {hint}
      </p>
      {mayBrowse && hasDraws ? <CardSearch onSearch={searchCard} /> : null}
    </Card>
  );
}

function DrawChoice({ draws, instanceId, needsDraw, onDraw }: SearchProps) {
  const t = useTranslations("console.orders.search");
  const error = needsDraw && instanceId === "" ? t("noDraw") : null;
  return (
    <Field id={drawChoiceId} label={t("draw")} error={error}>
      <select
        {...controlProps(drawChoiceId, { error })}
        className={controlClass}
        value={instanceId}
        onChange={(event) => onDraw(event.target.value)}
      >
        <option value="">{t("allDraws")}</option>
        {draws.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}

type CardSearchInput = { lastFour: string; day: string };

const cardIds = { lastFour: "order-card", day: "order-day" };

function CardSearch({ onSearch }: { onSearch: (card: CardSearchInput) => Promise<void> }) {
  const t = useTranslations("console.orders.search");
  const [card, setCard] = useRememberedState<CardSearchInput>("order-search-card", { lastFour: "", day: "" });
  const [wrongFields, setWrongFields] = useState<(keyof CardSearchInput)[]>([]);
  const [isOpen] = useState(card.lastFour !== "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isDigits = /^\d{4}$/.test(card.lastFour);
    const missing = [...(isDigits ? [] : (["lastFour"] as const)), ...(card.day ? [] : (["day"] as const))];
    setWrongFields(missing);
    if (missing[0]) focusId(cardIds[missing[0]]);
    else void onSearch(card);
  };
  const change = (changes: Partial<CardSearchInput>) => {
    setCard({ ...card, ...changes });
    setWrongFields([]);
  };
  const findError = (field: keyof CardSearchInput) => (wrongFields.includes(field) ? t(`cardWrong.${field}`) : null);
  const error = findError("lastFour");
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("byCard")}</summary>
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
