import { getTranslations } from "next-intl/server";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { nameOrganization } from "@/lib/organization-name";
import type { Language } from "@/lib/platform/i18n/routing";

/** The organization of a draw as a sentence says it: with an article where the language wants one. */
export async function organizationNameOf(
  { organization }: Pick<PublicDraw, "organization">,
  locale: Language,
): Promise<string> {
  const t = await getTranslations("organization");
  return nameOrganization((values) => t.markup("named", values), organization, locale);
}
