import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";

import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import type { UsedImage } from "@/lib/teams/rules";
import { getIconImage, getImageIcon, teamIcons } from "@/lib/teams/rules.icons";

type ImageFieldProps = {
  id: string;
  /** As currently typed. */
  team: { name: string; color: string };
  picture: string;
  used: readonly UsedImage[];
  isReadOnly: boolean;
  error: string | null;
  onChange: (picture: string) => void;
};

/** Offers the pictures of draws, and icons. */
export function ImageField({ id, team, picture, used, isReadOnly, error, onChange }: ImageFieldProps) {
  const t = useTranslations("console.teams");
  const getPictureName = useImageName();
  const [isOpen, setOpen] = useState(false);
  const [choicesId, shownName] = [`${id}-choices`, getPictureName(picture)];
  if (isReadOnly) {
    return (
      <Field id={id} label={t("picture")}>
        <input id={id} className={controlClass} value={shownName} readOnly />
      </Field>
    );
  }
  return (
    <>
      <Field id={id} label={t("picture")} error={error}>
        <Button
          id={id}
          variant="secondary"
          aria-label={`${t("pickPicture", { name: team.name })}: ${shownName}`}
          aria-expanded={isOpen}
          aria-controls={choicesId}
          className="justify-between px-3.5"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="wrap-anywhere text-start font-normal">{shownName}</span>
          <Icon name="chevron-down" className={`size-4 shrink-0 ${isOpen ? "rotate-180" : ""}`} />
        </Button>
      </Field>
      {isOpen ? (
        <fieldset id={choicesId} className={choicesClass}>
          <legend className="sr-only">{t("pickPicture", { name: team.name })}</legend>
          {listImages(picture, used).map((choice) => (
            <label key={choice} title={getPictureName(choice)} className={choiceClass}>
              <input
                type="radio"
                name={choicesId}
                className="sr-only"
                checked={choice === picture}
                onChange={() => onChange(choice)}
              />
              <TeamImage picture={choice} color={team.color} className="size-8" />
              <span className="sr-only">{getPictureName(choice)}</span>
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  );
}

const choicesClass = "col-span-full flex flex-wrap gap-2 rounded-control border border-line bg-sunken p-3";

const choiceClass =
  "relative grid size-13 cursor-pointer place-items-center rounded-control border border-line bg-raised " +
  "hover:border-ink has-checked:border-2 has-checked:border-ink has-focus-visible:outline-3 " +
  "has-focus-visible:outline-focus";

/** "No picture" comes first. The team's own picture is included even if no draw has it. */
function listImages(current: string, used: readonly UsedImage[]): string[] {
  return [...new Set(["", ...used.map(({ picture }) => picture), ...teamIcons.map(getIconImage), current])];
}

/** Named by its icon or file, because its team may get another picture. */
function useImageName(): (picture: string) => string {
  const t = useTranslations("console.teams");
  return (picture) => {
    if (picture === "") return t("noPicture");
    const icon = getImageIcon(picture);
    if (icon) return t(`icons.${icon}`);
    return picture.split(/[/:]/).at(-1) || t("otherPicture");
  };
}

export function isColorCode(text: string): boolean {
  return /^#(?:[0-9a-f]{3}){1,2}$/i.test(text);
}

const LoadedIcon = lazy(() => import("@/components/ui/loaded-icon"));

type TeamImageProps = { picture: string; color: string; className: string };

/** Shows it as buyers see it: a file of this site, an icon, or the colour. Other sites' pictures aren't loaded. */
export function TeamImage({ picture, color, className }: TeamImageProps) {
  if (/^\/(?!\/)[\w./-]+$/.test(picture)) {
    // biome-ignore lint/performance/noImgElement: a small drawing of this site
    return <img src={picture} alt="" width={40} height={40} className={`shrink-0 ${className}`} />;
  }
  if (/^[a-z0-9-]+:[a-z0-9-]+$/.test(picture)) {
    return (
      <Suspense fallback={<span className={className} />}>
        <LoadedIcon name={picture} className={`shrink-0 ${className}`} />
      </Suspense>
    );
  }
  return (
    <span
      aria-hidden="true"
      className={`shrink-0 rounded-full border border-line bg-sunken ${className}`}
      style={isColorCode(color) ? { background: color } : undefined}
    />
  );
}
