import { getTranslations } from "next-intl/server";

import { QrCode } from "@/components/ui/qr-code";

type OwnPhoneProps = {
  /** The page of the draw, whole. */
  address: string;
  /** That page takes Apple Pay besides cards. */
  takesApplePay: boolean;
};

const boxClass =
  "grid min-w-0 grow basis-full grid-cols-[8.5rem_minmax(0,1fr)] items-center overflow-hidden rounded-card border " +
  "border-line bg-raised in-[main:not(:has(#checkout))]:hidden sm:max-lg:basis-72 " +
  "lg:max-[72rem]:grid-cols-[6.75rem_minmax(0,1fr)]";

/**
 * At a tablet that strangers share: a code for whoever would rather buy on their own phone, beside the form alone.
 */
export async function OwnPhone({ address, takesApplePay }: OwnPhoneProps) {
  const t = await getTranslations("share.ownPhone");
  return (
    <aside aria-labelledby="own-phone" className={boxClass}>
      <QrCode text={address} label={t("code")} className="size-full bg-white" />
      <div className="grid gap-1 py-3 pr-3 pl-2.5 lg:max-[72rem]:pl-1">
        <h2 id="own-phone" className="text-[1.0625rem] text-ink leading-5">
          {t("title")}
        </h2>
        <p>{t(takesApplePay ? "scan" : "scanByCard")}</p>
      </div>
    </aside>
  );
}
