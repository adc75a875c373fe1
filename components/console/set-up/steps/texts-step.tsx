"use client";

import { useTranslations } from "next-intl";
import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { CheckField, ChoiceField, LocalTextField } from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";
import { useItemTitle } from "@/components/console/set-up/form/use-item-title";
import { languages } from "@/lib/platform/i18n/routing";

/** What buyers read, in both languages side by side. */
export function TextsStep() {
  const t = useTranslations("console.setUp.texts");
  const names = useTranslations("language");
  const getTitle = useItemTitle();
  const options = "additionalOptions";
  return (
    <>
      <ChoiceField
        path="locale.lang"
        label={t("language")}
        hint={t("languageHint")}
        fallback="en"
        options={languages.map((language) => ({ value: language, label: names(language) }))}
      />
      <LocalTextField path="description" label={t("description")} hint={t("descriptionHint")} rows={5} />
      <LocalTextField path="rules" label={t("rules")} hint={t("rulesHint")} rows={10} />
      <ItemList
        path={`${options}.faq`}
        title={t("faq")}
        getName={(item, index) => getTitle({ title: (item as { question?: string } | null)?.question }, index)}
        addLabel={t("addQuestion")}
        createItem={() => ({})}
      >
        {(item) => (
          <>
            <LocalTextField path={`${item}.question`} label={t("question")} />
            <LocalTextField path={`${item}.answer`} label={t("answer")} rows={3} />
          </>
        )}
      </ItemList>
      <LocalTextField path={`${options}.customCountDownText`} label={t("countdown")} hint={t("countdownHint")} />
      <LocalTextField path={`${options}.customNoticeText`} label={t("notice")} hint={t("noticeHint")} />
      <OwnWording />
    </>
  );
}

/** Words of the pages that this draw has otherwise. They come from a file. */
function OwnWording() {
  const t = useTranslations("console.setUp.texts");
  const { get } = useDraftContext();
  const keys = languages.flatMap((language) => Object.keys(Object(get(`locale.messages.${language}`))));
  const count = new Set(keys).size;
  return count > 0 ? (
    <CheckField path="locale.useLocal" label={t("useLocal")} hint={t("useLocalHint", { count })} />
  ) : null;
}
