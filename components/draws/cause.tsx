import { getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { Still } from "@/components/ui/still";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Language } from "@/lib/platform/i18n/routing";
import { DrawText } from "./draw-text";
import { organizationNameOf } from "./organization-name";

type CauseProps = { draw: PublicDraw; locale: Language };

/** What the money is for: the draw's own words, else whom it goes to. */
export async function CauseWords({ draw, locale }: CauseProps) {
  const story = draw.charity?.story;
  if (story) return <DrawText text={story} locale={locale} />;
  const t = await getTranslations("draw");
  return t("supports", { organization: await organizationNameOf(draw, locale) });
}

type RaisedProps = { organization: string; isStrong?: boolean; children: string };

/**
 * What was raised and for whom, in a line of its own; strong where it stands on a coloured ground. The name, which ends
 * the sentence, is parted only where it is longer than a line.
 */
export function RaisedLine({ organization, isStrong = false, children: sentence }: RaisedProps) {
  const at = Math.max(0, sentence.lastIndexOf(organization));
  return (
    <p className={isStrong ? "raised strong" : "raised"}>
      <Icon name="heart" />
      <span>
        {sentence.slice(0, at)}
        <span className="inline-block">{sentence.slice(at)}</span>
      </span>
    </p>
  );
}

/** What the money is for, said once more where it is paid. */
export function Cause({ draw, locale }: CauseProps) {
  return (
    <Still name="cause">
      <p className="cause">
        <Icon name="heart" />
        <span>
          <CauseWords draw={draw} locale={locale} />
        </span>
      </p>
    </Still>
  );
}

/** The numbers by which an organization and its draw are known to the authorities; nothing where it has none. */
export async function Papers({ draw }: Pick<CauseProps, "draw">) {
  const t = await getTranslations("draw");
  const registration = draw.charity?.registration;
  const numbers = [
    registration ? t("registration", { number: registration.replaceAll(" ", "\u00a0") }) : "",
    draw.license ? t("licence", { number: draw.license }) : "",
  ].filter(Boolean);
  if (numbers.length === 0) return null;
  return (
    <Still name="papers">
      <p className="papers">
        {numbers.map((number) => (
          <span key={number}>{number}</span>
        ))}
      </p>
    </Still>
  );
}
