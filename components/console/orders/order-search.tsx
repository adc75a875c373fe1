"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { DrawOption } from "@/components/console/use-draw-titles";
import { useRememberedState } from "@/components/console/use-remembered-state";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import { focusId } from "@/components/ui/focus-id";
import type { OrderSearch } from "@/lib/console/orders/schema";
import type { CardSearchInput } from "./card-search";
import { CardSearch } from "./card-search";

/** The search field takes the focus on arrival and once a search is cleared. */
export const searchId = "order-q";

/** The choice of a draw takes the focus if a card is searched without one. */
const drawChoiceId = "order-draw";

const formClass = {
  plain: "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2",
  withDraw:
    "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 " +
    "md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_auto]",
};

type SearchProps = {
  draws: readonly DrawOption[];
  mayBrowse: boolean;
  instanceId: string;
  isBusy: boolean;
  onDraw: (instanceId: string) => void;
  onSearch: (search: OrderSearch) => void;
};

export function OrderSearchForm({ draws, mayBrowse, instanceId, isBusy, onDraw, onSearch }: SearchProps) {
  const t = useTranslations("console.orders.search");
  const [text, setText] = useRememberedState("order-search-text", "");
  const [isEmpty, setEmpty] = useState(false);
  const [isDrawMissing, setDrawMissing] = useState(false);
  const field = useFocusOnArrival();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    setEmpty(!q);
    if (!q) focusId(searchId);
    else if (!isBusy) onSearch({ q, ...(instanceId ? { instanceId } : {}) });
  };
  const chooseDraw = (id: string) => {
    onDraw(id);
    setDrawMissing(false);
  };
  const checkDraw = () => {
    setDrawMissing(!instanceId);
    if (!instanceId) focusId(drawChoiceId);
    return instanceId !== "";
  };
  const searchCard = (card: CardSearchInput) => {
    if (!isBusy) onSearch({ ...card, instanceId });
  };
  const hint = t(mayBrowse ? "hint" : "exactHint");
  const hasDraws = draws.length > 0;
  const error = isEmpty ? t(mayBrowse ? "empty" : "exactHint") : null;
  return (
    <Card aria-label={t("label")} className="grid grid-cols-1 gap-2 p-3! sm:p-4!">
      <form onSubmit={submit} className={formClass[hasDraws ? "withDraw" : "plain"]}>
        <Field id={searchId} label={t("label")} error={error}>
          <input
            ref={field}
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
        {hasDraws ? (
          <div className="max-md:order-last max-md:col-span-full">
            <DrawChoice draws={draws} instanceId={instanceId} isMissing={isDrawMissing} onDraw={chooseDraw} />
          </div>
        ) : null}
        <Button type="submit" busy={isBusy} className="mt-7.5">
          {t("button")}
        </Button>
      </form>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <p id={`${searchId}-hint`} className="text-muted text-sm">
          {hint}
        </p>
        {mayBrowse && hasDraws ? <CardSearch checkDraw={checkDraw} onSearch={searchCard} /> : null}
      </div>
    </Card>
  );
}

/** Not on a touch screen, where a keyboard would cover the orders. */
function useFocusOnArrival() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (matchMedia("(hover: hover) and (pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  return field;
}

type ChoiceProps = Pick<SearchProps, "draws" | "instanceId" | "onDraw"> & { isMissing: boolean };

function DrawChoice({ draws, instanceId, isMissing, onDraw }: ChoiceProps) {
  const t = useTranslations("console.orders.search");
  const error = isMissing && instanceId === "" ? t("noDraw") : null;
  return (
    <Field id={drawChoiceId} label={<span className="max-md:sr-only">{t("draw")}</span>} error={error}>
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
