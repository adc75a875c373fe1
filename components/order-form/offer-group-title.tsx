import { useTranslations } from "next-intl";

import { LabelText } from "./label-text";
import type { OfferGroup } from "./offers";

/** What a group of offers is called and said to be; packages that have no title are named for a screen reader alone. */
export function OfferGroupTitle({ group, className }: { group: OfferGroup; className: string }) {
  const t = useTranslations("checkout");
  const { title, description, kind } = group;
  if (!title && kind === "packages") return <legend className="sr-only">{t("stepTickets")}</legend>;
  return (
    <legend className={className}>
      <span className="subtitle">
        {title ? (
          <span>
            <LabelText label={title} />
          </span>
        ) : (
          t("bundles")
        )}
      </span>
      {description ? (
        <span className="hint">
          <LabelText label={description} />
        </span>
      ) : null}
    </legend>
  );
}
