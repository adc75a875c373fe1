import { getTranslations } from "next-intl/server";

import { QrCode } from "@/components/ui/qr-code";

type OwnPhoneProps = {
  /** The page of the draw, whole. */
  address: string;
  /** That page takes Apple Pay besides cards. */
  takesApplePay: boolean;
};

/** At a tablet that strangers share: a code for whoever would rather buy on their own phone. */
export async function OwnPhone({ address, takesApplePay }: OwnPhoneProps) {
  const t = await getTranslations("share.ownPhone");
  return (
    <aside aria-labelledby="own-phone" className="own-phone">
      <QrCode text={address} label={t("code")} />
      <div>
        <h2 id="own-phone">{t("title")}</h2>
        <p>{t(takesApplePay ? "scan" : "scanByCard")}</p>
      </div>
    </aside>
  );
}
