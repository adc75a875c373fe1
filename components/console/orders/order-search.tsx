"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import type { DrawOption } from "@/components/console/use-draw-titles";
import { useRemembered } from "@/components/console/use-remembered";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import type { OrderSearch } from "@/lib/console/orders/schema";
import { DayField } from "./order-filter";

/** The id of the search field, which takes the focus once a search is cleared. */
export const searchId = "order-q";

/** The id of the choice of a draw, which takes the focus if the search needs one. */
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
  const [text, setText] = useRemembered("order-search-text", "");
  const [isBusy, setBusy] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
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
    const q = text.trim();
    if (needsDraw && id && q && !isBusy) void run({ q, instanceId: id });
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
        {hasDraws ? <DrawChoice {...props} onDraw={chooseDraw} /> : null}
        <Button type="submit" busy={isBusy} className="md:mt-7.5">
          {t("button")}
        </Button>
      </form>
      <p id={`${searchId}-hint`} className="text-muted text-sm">
        {hint}
      </p>
      {mayBrowse && instanceId ? <CardSearch onSearch={(card) => run({ ...card, instanceId })} /> : null}
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

function CardSearch({ onSearch }: { onSearch: (card: { lastFour: string; day: string }) => Promise<void> }) {
  const t = useTranslations("console.orders.search");
  const [lastFour, setLastFour] = useRemembered("order-search-card", "");
  const [day, setDay] = useRemembered("order-search-day", "");
  const [isOpen] = useState(lastFour !== "");
  const isWhole = /^\d{4}$/.test(lastFour) && day !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) void onSearch({ lastFour, day });
  };
  return (
    <details open={isOpen}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{t("byCard")}</summary>
      <form
        onSubmit={submit}
        className="mt-2 grid grid-cols-1 items-end gap-3 sm:grid-cols-[10rem_12rem_auto] sm:justify-start"
      >
        <Field id="order-card" label={t("lastFour")}>
          <input
            {...controlProps("order-card", {})}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            className={controlClass}
            value={lastFour}
            onChange={(event) => setLastFour(event.target.value)}
          />
        </Field>
        <DayField id="order-day" label={t("day")} value={day} onChange={setDay} />
        <Button type="submit" variant="secondary" disabled={!isWhole}>
          {t("button")}
        </Button>
      </form>
    </details>
  );
}
