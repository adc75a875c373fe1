import { useTranslations } from "next-intl";
import { DetailsStep } from "@/components/order-form/buyer/details-step";
import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { CheckoutForm } from "@/components/order-form/checkout-form";
import { buyerFields, createEmptyForm } from "@/components/order-form/checkout-form";
import { useProblemText } from "@/components/order-form/field-problems";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import { Button } from "@/components/ui/button";
import { focusId } from "@/components/ui/focus-id";
import { Icon } from "@/components/ui/icon";
import type { SaleInput, SalePage } from "./use-sale-page";

export const buyerPanelId = "sale-buyer";

type BuyerPanelProps = {
  input: Pick<SaleInput, "draw" | "allowsAnonymousCash">;
  page: Pick<SalePage, "control">;
  isOpen: boolean;
  onClose: () => void;
};

export function BuyerPanel({ input: { draw, allowsAnonymousCash }, page, isOpen, onClose }: BuyerPanelProps) {
  const t = useTranslations("terminalSale");
  const { control } = page;
  const getError = useProblemText(draw, control.problems);
  return (
    <section
      id={buyerPanelId}
      hidden={!isOpen}
      aria-labelledby="sale-buyer-title"
      className="grid gap-4 rounded-card border border-line bg-raised p-4 shadow-card sm:p-6"
    >
      <div>
        <h2 id="sale-buyer-title" className="text-xl">
          {t("buyer")}
        </h2>
        <p className="text-muted text-sm">{t(allowsAnonymousCash ? "buyerWhy" : "buyerNeeded")}</p>
      </div>
      <DetailsStep draw={draw} control={control} getError={getError} />
      <Button
        variant="secondary"
        onClick={() => {
          onClose();
          focusId("sale-buyer-chip");
        }}
      >
        {t("buyerDone")}
      </Button>
    </section>
  );
}

type BuyerChipProps = {
  name: string | null;
  email?: string | null;
  form?: { id: string; isOpen: boolean; onToggle: () => void };
  onClear?: (() => void) | undefined;
};

const chipClass = "inline-flex min-h-11 min-w-0 max-w-full items-center rounded-full border-2 bg-raised font-semibold";

function Label({ name, email }: Pick<BuyerChipProps, "name" | "email">) {
  const t = useTranslations("terminalSale.chip");
  return (
    <span className="min-w-0 truncate">
      <span>{name ?? t("none")}</span>
      {email ? <span className="font-normal text-muted">{` · ${email}`}</span> : null}
    </span>
  );
}

/** Shown where the payment is chosen, so that operators don't sell to the previous buyer by mistake. */
export function BuyerChip({ name, email = null, form, onClear }: BuyerChipProps) {
  const t = useTranslations("terminalSale.chip");
  if (name === null && !form) return <p className="text-muted">{t("none")}</p>;
  const colorClass = name === null ? "border-line border-dashed text-muted" : "border-ink text-ink";
  return (
    <div className={`${chipClass} ${colorClass}`}>
      {form ? (
        <button
          type="button"
          id="sale-buyer-chip"
          aria-expanded={form.isOpen}
          aria-controls={form.id}
          onClick={form.onToggle}
          className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-full px-3 text-sm hover:text-ink sm:max-lg:px-4 sm:max-lg:text-base"
        >
          {name === null ? <Icon name="plus" className="size-4 shrink-0" /> : null}
          <Label name={name} email={email} />
        </button>
      ) : (
        <p className="flex min-w-0 px-4">
          <Label name={name} email={email} />
        </p>
      )}
      {onClear ? (
        <button
          type="button"
          aria-label={t("clear", { name: name ?? "" })}
          onClick={onClear}
          className="-ml-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
        >
          <Icon name="x" className="size-5" />
        </button>
      ) : null}
    </div>
  );
}

export function getBuyerName(form: CheckoutForm): string | null {
  return buyerFields.map((field) => form[field].trim()).find((text) => text !== "") ?? null;
}

export function clearBuyer(draw: CheckoutDraw, { set, setProblems }: FormControl): void {
  const { province } = createEmptyForm(draw);
  for (const field of buyerFields) set(field, "");
  set("province", province);
  setProblems({});
}
