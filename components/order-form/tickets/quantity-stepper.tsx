import { useTranslations } from "next-intl";
import { useOrderFormatters } from "@/components/order-form/use-order-formatters";
import { Icon } from "@/components/ui/icon";

type QuantityStepperProps = {
  tickets: number | null;
  label?: string;
  quantity: number;
  max: number;
  onChange: (quantity: number) => void;
};

export function QuantityStepper({ tickets, label, quantity, max, onChange }: QuantityStepperProps) {
  const t = useTranslations("checkout");
  const format = useOrderFormatters();
  const buttons = [
    { label: t("fewer"), icon: "minus", next: quantity - 1 },
    { label: t("more"), icon: "plus", next: quantity + 1 },
  ] as const;
  const [fewer, more] = buttons.map(({ label, icon, next }) => {
    const isOutOfRange = next < 1 || next > max;
    return (
      <button
        key={icon}
        type="button"
        aria-label={label}
        aria-disabled={isOutOfRange}
        onClick={() => !isOutOfRange && onChange(next)}
        className={buttonClass}
      >
        <Icon name={icon} />
      </button>
    );
  });
  return (
    <fieldset aria-label={label} className="quantity">
      <legend>{t("quantity")}</legend>
      <div>
        {tickets === null || tickets * quantity === 1 ? null : <Total tickets={tickets} quantity={quantity} />}
        <div className="flex items-center rounded-control border border-line-strong bg-raised">
          {fewer}
          <output className="tabular">{format.number(quantity)}</output>
          {more}
        </div>
      </div>
    </fieldset>
  );
}

function Total({ tickets, quantity }: { tickets: number; quantity: number }) {
  const t = useTranslations("checkout");
  const format = useOrderFormatters();
  const total =
    quantity === 1
      ? t("quantityOne", { tickets: format.tickets(tickets) })
      : t("quantityTotal", {
          quantity: format.number(quantity),
          tickets: format.number(tickets),
          total: format.tickets(quantity * tickets),
        });
  return <span className="tabular hint">{total}</span>;
}

const buttonClass =
  "grid size-12 place-items-center rounded-control hover:bg-sunken aria-disabled:cursor-not-allowed " +
  "aria-disabled:text-line-strong";
