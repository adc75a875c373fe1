"use client";

import { useTranslations } from "next-intl";
import type { FormEvent } from "react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import type { ListQuery } from "@/lib/console/orders/client";
import { orderStates } from "@/lib/console/orders/rules";
import type { OrderSearch } from "@/lib/console/orders/schema";

type SearchProps = {
  draws: readonly { id: string; title: string }[];
  mayBrowse: boolean;
  instanceId: string;
  onDraw: (instanceId: string) => void;
  onSearch: (search: OrderSearch) => Promise<void>;
};

export function OrderSearchForm({ draws, mayBrowse, instanceId, onDraw, onSearch }: SearchProps) {
  const t = useTranslations("console.orders.search");
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const run = async (search: OrderSearch) => {
    setBusy(true);
    await onSearch(search);
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = text.trim();
    if (q && !isBusy) void run({ q, ...(instanceId ? { instanceId } : {}) });
  };
  const hint = t(mayBrowse ? "hint" : "exactHint");
  return (
    <Card aria-label={t("label")} className="grid grid-cols-1 gap-4">
      <form
        onSubmit={submit}
        className="grid grid-cols-1 items-end gap-3 md:grid-cols-[minmax(0,1fr)_minmax(0,18rem)_auto]"
      >
        <Field id="order-q" label={t("label")}>
          <input
            {...controlProps("order-q", { hint })}
            type="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
            className={controlClass}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        {draws.length > 0 ? <DrawChoice draws={draws} instanceId={instanceId} onDraw={onDraw} /> : null}
        <Button type="submit" busy={isBusy}>
          {t("button")}
        </Button>
      </form>
      <p id="order-q-hint" className="text-muted text-sm">
        {hint}
      </p>
      {mayBrowse && instanceId ? <CardSearch onSearch={(card) => run({ ...card, instanceId })} /> : null}
    </Card>
  );
}

function DrawChoice({ draws, instanceId, onDraw }: Pick<SearchProps, "draws" | "instanceId" | "onDraw">) {
  const t = useTranslations("console.orders.search");
  return (
    <Field id="order-draw" label={t("draw")}>
      <select
        {...controlProps("order-draw", {})}
        className={controlClass}
        value={instanceId}
        onChange={(event) => onDraw(event.target.value)}
      >
        <option value="">{t("allDraws")}</option>
        {draws.map(({ id, title }) => (
          <option key={id} value={id}>
            {title === id ? id : `${title} (${id})`}
          </option>
        ))}
      </select>
    </Field>
  );
}

function CardSearch({ onSearch }: { onSearch: (card: { lastFour: string; day: string }) => Promise<void> }) {
  const t = useTranslations("console.orders.search");
  const [lastFour, setLastFour] = useState("");
  const [day, setDay] = useState("");
  const isWhole = /^\d{4}$/.test(lastFour) && day !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWhole) void onSearch({ lastFour, day });
  };
  return (
    <details>
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

type DayProps = { id: string; label: string; value: string; onChange: (day: string) => void };

function DayField({ id, label, value, onChange }: DayProps) {
  return (
    <Field id={id} label={label}>
      <input
        {...controlProps(id, {})}
        type="date"
        className={controlClass}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

export function OrderFilter({ query, onChange }: { query: ListQuery; onChange: (query: ListQuery) => void }) {
  const t = useTranslations("console.orders");
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 md:grid-cols-[14rem_12rem_12rem]">
      <div className="max-md:col-span-full">
        <Field id="order-state" label={t("state")}>
          <select
            {...controlProps("order-state", {})}
            className={controlClass}
            value={query.state}
            onChange={(event) =>
              onChange({ ...query, state: orderStates.find((state) => state === event.target.value) ?? "all" })
            }
          >
            {orderStates.map((state) => (
              <option key={state} value={state}>
                {t(`states.${state}`)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <DayField
        id="order-from"
        label={t("since")}
        value={query.from}
        onChange={(from) => onChange({ ...query, from })}
      />
      <DayField id="order-to" label={t("until")} value={query.to} onChange={(to) => onChange({ ...query, to })} />
    </div>
  );
}
