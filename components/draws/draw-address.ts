import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

/**
 * Where a buyer goes back to: the draw on the main site where one is configured (docs/design.md, Return to the draw),
 * else its own page.
 */
export function drawHref(
  draw: { id: string; urlSlug: string },
  locale: Language,
  returnUrl: string | undefined,
): string {
  return returnUrl ? `${returnUrl}/5050/${draw.urlSlug}` : localizedPath(locale, `/${draw.id}`);
}
