import { useTranslations } from "next-intl";
import { ErrorText } from "@/components/order-form/field-problems";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { cardFieldTypes, missingError } from "./card-state";
import type { CardFieldType } from "./custom-checkout";
import type { CardForm } from "./use-card-fields";
import { cardFieldIds } from "./use-card-fields";

export const cardLabels = { "card-number": "cardNumber", expiry: "cardExpiry", cvv: "cardCode" } as const;

export function useCardError(form: CardForm): (type: CardFieldType) => string | null {
  const t = useTranslations("checkout.card");
  return (type) => {
    const { error } = form.card.fields[type];
    if (!error || !t.has("number")) return null;
    const isMissing = error === missingError;
    if (type === "card-number") return t(isMissing ? "numberMissing" : "number");
    if (type === "cvv") return t(isMissing ? "codeMissing" : "code");
    if (error === "ExpiryIsInThePast") return t("expiryPast");
    return t(isMissing ? "expiryMissing" : "expiry");
  };
}

/** The provider's iframe is the only child of the inner node, which never changes. */
function HostedBox({ type, form, error }: { type: CardFieldType; form: CardForm; error: string | null }) {
  const t = useTranslations("checkout");
  const id = cardFieldIds[type];
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="field">
      <legend>{t(cardLabels[type])}</legend>
      <div className={`card-box${form.stage === "ready" ? "" : " waiting"}${error ? " wrong" : ""}`}>
        {/* Browsers give an iframe a white background if its colour scheme differs from the page's. */}
        <div id={id} className="scheme-light" />
      </div>
      {/* The focus is within the iframe, whose screen reader context lacks this text, so it is announced. */}
      <div role="status" className="empty:sr-only">
        <ErrorText id={`${id}-error`} text={error} />
      </div>
    </fieldset>
  );
}

function ScriptFailure({ form }: { form: CardForm }) {
  const t = useTranslations("checkout");
  const reasons = useTranslations("reasons");
  if (form.stage !== "card-script-failed" && form.stage !== "card-script-missing") return null;
  return (
    <Notice
      tone="danger"
      role="alert"
      title={reasons(reasons.has(form.stage) ? form.stage : "unreachable")}
      className="mb-4"
    >
      {t.has("scriptHelp") ? <p>{t("scriptHelp")}</p> : null}
      <Button variant="secondary" onClick={form.retry}>
        {t("retry")}
      </Button>
    </Notice>
  );
}

export function CardSection({ form }: { form: CardForm }) {
  const t = useTranslations("checkout");
  const getError = useCardError(form);
  const isFailed = form.stage === "card-script-failed" || form.stage === "card-script-missing";
  return (
    <div>
      <ScriptFailure form={form} />
      <div hidden={isFailed} className="@container">
        <div className="card-fields grid">
          <CardBrands brand={form.card.brand} />
          {cardFieldTypes.map((type) => (
            <HostedBox key={type} type={type} form={form} error={getError(type)} />
          ))}
        </div>
        <p role="status" className="sr-only">
          {form.stage === "loading" ? t("cardLoading") : ""}
        </p>
      </div>
    </div>
  );
}

const brands = [
  { id: "visa", name: "Visa" },
  { id: "mastercard", name: "Mastercard" },
  { id: "amex", name: "Amex" },
  { id: "discover", name: "Discover" },
] as const;

function CardBrands({ brand }: { brand: string | null }) {
  const t = useTranslations("checkout");
  return (
    <ul aria-label={t("cardsAccepted")} className="card-brands">
      {brands.map(({ id, name }) => (
        <li key={id} className={`brand ${id}${brand && id !== brand ? " opacity-30" : ""}`}>
          {name}
        </li>
      ))}
    </ul>
  );
}
