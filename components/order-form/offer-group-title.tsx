import { useTranslations } from "next-intl";

import { LabelText } from "./label-text";
import type { OfferGroup } from "./offers";

/**
 * What a group of offers is called and said to be; packages that have no title are named for a screen reader alone. On
 * a phone the description is seen below the offers (`OfferGroupHint`), which would otherwise be pushed down by it.
 */
export function OfferGroupTitle({ group, className }: { group: OfferGroup; className: string }) {
  const t = useTranslations("checkout");
  const { title, description, kind } = group;
  if (!title && kind === "packages") return <legend className="sr-only">{t("stepTickets")}</legend>;
  return (
    <legend className={className}>
      <span className="subtitle max-sm:text-base max-sm:leading-6">
        {title ? <LabelText label={title} /> : t("bundles")}
      </span>
      {description ? (
        <span className="hint max-sm:sr-only">
          <LabelText label={description} />
        </span>
      ) : null}
    </legend>
  );
}

/** The description of a group as a phone shows it; a screen reader has heard it with the title. */
export function OfferGroupHint({ group: { description } }: { group: OfferGroup }) {
  if (!description) return null;
  return (
    <p aria-hidden="true" className="hint mt-2 sm:hidden">
      <LabelText label={description} />
    </p>
  );
}
