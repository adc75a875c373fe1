"use client";

import { useTranslations } from "next-intl";

import { useDraftContext } from "@/components/console/set-up/form/draft-context";
import { LocalTextField, NumberField, TextField } from "@/components/console/set-up/form/fields";
import { ItemList } from "@/components/console/set-up/form/item-list";

export function ImagesStep() {
  const t = useTranslations("console.setUp.images");
  const { get } = useDraftContext();
  return (
    <>
      <TextField path="bannerImage.url" kind="link" label={t("banner")} hint={t("bannerHint")} />
      {get("bannerImage.url") ? <BannerFields /> : null}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField path="charity.logo" kind="link" label={t("logo")} hint={t("logoHint")} />
        <TextField path="charity.color" label={t("color")} hint={t("colorHint")} maxLength={7} />
      </div>
      <LocalTextField path="charity.story" label={t("story")} hint={t("storyHint")} rows={2} />
    </>
  );
}

function BannerFields() {
  const t = useTranslations("console.setUp.images");
  return (
    <>
      <TextField path="bannerImage.dominantColor" label={t("bannerColor")} hint={t("bannerColorHint")} maxLength={7} />
      <ItemList
        path="bannerImage.carousel_urls"
        title={t("carousel")}
        getName={(_item, index) => t("picture", { place: index + 1 })}
        addLabel={t("addPicture")}
        createItem={() => ""}
      >
        {(item) => <TextField path={item} kind="link" label={t("pictureUrl")} />}
      </ItemList>
      <NumberField
        path="bannerImage.carousel_speed"
        kind="count"
        label={t("carouselSpeed")}
        hint={t("carouselSpeedHint")}
      />
    </>
  );
}
