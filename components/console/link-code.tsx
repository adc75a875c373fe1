import { useTranslations } from "next-intl";

import { CopyButton } from "@/components/ui/copy-button";
import { QrCode } from "@/components/ui/qr-code";

type LinkCodeProps = { link: string; label: string };

export function LinkCode({ link, label }: LinkCodeProps) {
  const t = useTranslations("console.link");
  return (
    <div className="flex flex-wrap items-center gap-4">
      <QrCode text={link} label={label} className="aspect-square w-56 max-w-full rounded-control" />
      <div className="grid min-w-0 flex-1 basis-64 justify-items-start gap-3">
        <code className="wrap-anywhere select-all rounded-control bg-sunken px-3 py-2 text-sm">{link}</code>
        <CopyButton text={link} label={t("copy")} />
      </div>
    </div>
  );
}
