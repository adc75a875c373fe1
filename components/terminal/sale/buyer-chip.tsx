import { useTranslations } from "next-intl";

import { Icon } from "@/components/ui/icon";

type BuyerChipProps = {
  /** Whom the sale is for, as far as anybody has said; null before. */
  name: string | null;
  /** An address of the buyer beside the name, where one is known. */
  email?: string | null;
  /** What asks who buys; left out where that cannot be changed any more. */
  form?: { id: string; isOpen: boolean; onToggle: () => void };
  /** Makes the sale nobody's again; left out where there is nobody, or no way back. */
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

/** Whom the next payment is for, where it is chosen: nobody sells to the buyer before without seeing the name. */
export function BuyerChip({ name, email = null, form, onClear }: BuyerChipProps) {
  const t = useTranslations("terminalSale.chip");
  if (name === null && !form) return <p className="text-muted">{t("none")}</p>;
  const look = name === null ? "border-line border-dashed text-muted" : "border-ink text-ink";
  return (
    <div className={`${chipClass} ${look}`}>
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
