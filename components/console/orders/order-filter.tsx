"use client";

import { useTranslations } from "next-intl";
import { controlClass, controlProps, Field } from "@/components/ui/field";
import type { OrdersFilter } from "@/lib/console/orders/client";
import { orderStates } from "@/lib/console/orders/rules";

type DayProps = {
  id: string;
  label: string;
  value: string;
  error?: string | null;
  onChange: (day: string) => void;
};

export function DayField({ id, label, value, error = null, onChange }: DayProps) {
  return (
    <Field id={id} label={label} error={error}>
      <input
        {...controlProps(id, { error })}
        type="date"
        className={controlClass}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

type FilterProps = { filter: OrdersFilter; onChange: (change: Partial<OrdersFilter>) => void };

export function OrderFilter({ filter, onChange }: FilterProps) {
  const t = useTranslations("console.orders");
  return (
    <div className="grid grid-cols-1 gap-3 min-[380px]:grid-cols-2 md:grid-cols-[16rem_12rem_12rem]">
      <div className="max-md:col-span-full">
        <Field id="order-state" label={t("state")}>
          <select
            {...controlProps("order-state", {})}
            className={controlClass}
            value={filter.state}
            onChange={(event) => onChange({ state: event.target.value })}
          >
            {orderStates.map((state) => (
              <option key={state} value={state === "all" ? "" : state}>
                {t(`states.${state}`)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <DayField id="order-from" label={t("since")} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField id="order-to" label={t("until")} value={filter.to} onChange={(to) => onChange({ to })} />
    </div>
  );
}

/** Empty if no filter is chosen. */
export function useFilterSummary(): (filter: OrdersFilter) => string {
  const t = useTranslations("console.orders");
  return ({ state, from, to }) => {
    const chosenState = orderStates.find((orderState) => orderState === state);
    const days = [from, to].filter(Boolean).join(" – ");
    return [chosenState ? t(`states.${chosenState}`) : "", days].filter(Boolean).join(", ");
  };
}
