import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";

import { Icon } from "@/components/ui/icon";
import type { Language } from "@/lib/platform/i18n/routing";
import { htmlLanguage, languages } from "@/lib/platform/i18n/routing";
import { saleSessions } from "./sale-session";

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
  "relative grid min-h-11 place-items-center rounded-full px-2 font-medium text-muted text-sm hover:text-ink sm:max-lg:px-3 sm:max-lg:text-base " +
  "has-checked:bg-ink has-checked:text-surface has-focus-visible:outline-3 has-focus-visible:outline-focus";

export function ReceiptLanguage({ language, onChoose }: ReceiptLanguageProps) {
  const t = useTranslations("terminalSale");
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1">
      <legend className="sr-only">{t("receiptLanguage")}</legend>
      <Icon name="printer" className="mr-1 size-5 shrink-0 text-muted" />
      {languages.map((code) => (
        <label key={code} className={optionClass} lang={htmlLanguage(code)}>
          <input
            type="radio"
            name="receipt-language"
            checked={language === code}
            onChange={() => onChoose(code)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <span>{t(`languages.${code}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
