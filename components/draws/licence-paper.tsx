import { getTranslations } from "next-intl/server";

import { Icon } from "@/components/ui/icon";

/** The link to a licence's own paper; nothing where a draw has none. */
export async function LicencePaper({ href }: { href: string | null }) {
  const t = await getTranslations("draw");
  if (!href) return null;
  return (
    <a href={href} className="link font-semibold inline-flex items-center gap-1">
      <Icon name="document" className="size-4" />
      {t("licencePdf")}
    </a>
  );
}
