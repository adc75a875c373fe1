import { getTranslations } from "next-intl/server";

import type { Language } from "@/lib/platform/i18n/routing";
import type { AllocationIds } from "@/lib/terminal/device/rules";
import { Registration } from "./device/registration";
import { ThemeSetting } from "./device/theme-setting";
import { TerminalFrame } from "./terminal-frame";

type RegisterPageProps = {
  locale: Language;
  isDemo: boolean;
  link: AllocationIds;
  linkName: string;
};

export async function RegisterPage({ locale, isDemo, link, linkName }: RegisterPageProps) {
  const t = await getTranslations({ locale, namespace: "registration" });
  return (
    <TerminalFrame locale={locale} isDemo={isDemo} place="register" namespaces={["registration"]}>
      <div className="mx-auto grid max-w-2xl gap-6">
        <h1 className="text-3xl sm:text-4xl">{t("title")}</h1>
        <Registration link={link} linkName={linkName} />
        <ThemeSetting />
      </div>
    </TerminalFrame>
  );
}
