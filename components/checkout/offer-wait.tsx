import { useTranslations } from "next-intl";

import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { OfferedOrder } from "./use-offered-order";

/** An order that a link brought, as long as nothing that speaks of it has come. */
export function OfferWait({ offered: { offer, retry } }: { offered: OfferedOrder }) {
  const t = useTranslations("checkout");
  const reasons = useTranslations("reasons");
  if (!offer) return <p role="status">{t("restoring")}</p>;
  return (
    <Notice tone="warning" role="status" title={reasons("unreachable")}>
      <Button variant="secondary" onClick={retry}>
        {t("retry")}
      </Button>
    </Notice>
  );
}
