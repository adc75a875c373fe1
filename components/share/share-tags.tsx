import type { PublicDraw } from "@/lib/draws/rules.projection";
import { localText } from "@/lib/local-text";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type ShareTagsProps = {
  draw: Pick<PublicDraw, "id" | "title">;
  /** The page's own description. */
  description: string;
  locale: Language;
  checkoutHost: string;
};

/**
 * What a shared link of a draw shows; React writes it into the head, wherever it is drawn. Next's own metadata would
 * say title and description once more, for a network that reads them where they stand (docs/decisions/051).
 */
export function ShareTags({ draw, description, locale, checkoutHost }: ShareTagsProps) {
  const page = checkoutHost + localizedPath(locale, `/${draw.id}`);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:title" content={localText(draw.title, locale).text} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={page} />
      <meta property="og:image" content={`${page}/card.png`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
