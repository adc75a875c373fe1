import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, languages } from "@/lib/platform/i18n/routing";
import { saleSessions } from "./sale-session";

/** The language of a sale's receipt, which is kept with the sale. */
export function useReceiptLanguage(drawId: string, locale: Language) {
  const [language, setLanguage] = useState(locale);
  useEffect(() => setLanguage(saleSessions.read(drawId).language ?? locale), [drawId, locale]);
  const choose = useCallback(
    (next: Language) => {
      const { answered } = saleSessions.read(drawId);
      if (answered) saleSessions.renew(drawId);
      saleSessions.change(drawId, { language: next });
      setLanguage(next);
    },
    [drawId],
  );
  return [language, choose] as const;
}

type ReceiptLanguageProps = { language: Language; onChoose: (language: Language) => void };

const optionClass =
  "relative grid min-h-12 place-items-center rounded-control border-2 border-line bg-raised px-3 font-medium " +
  "hover:border-line-strong has-checked:border-brand has-checked:bg-brand/7 has-focus-visible:outline-3 has-focus-visible:outline-focus";

/** The language of the buyer's receipt and of the page on the buyer's phone. */
export function ReceiptLanguage({ language, onChoose }: ReceiptLanguageProps) {
  const t = useTranslations("terminalSale");
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{t("receiptLanguage")}</legend>
      <div className="grid grid-cols-2 gap-2">
        {languages.map((code) => (
          <label key={code} className={optionClass} lang={htmlLanguage(code)}>
            <input
              type="radio"
              name="receipt-language"
              checked={language === code}
              onChange={() => onChoose(code)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {t(`languages.${code}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
