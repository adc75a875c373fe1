import { notFound } from "next/navigation";

import type { PageProps } from "@/app/[locale]/page-props";
import { unlistedMetadata } from "@/app/[locale]/terminal/terminal-page";
import { TerminalHome } from "@/components/terminal/home/terminal-home";
import { TerminalFrame } from "@/components/terminal/terminal-frame";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("terminal.home.pageTitle", "/terminal");

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  if (!isLanguage(locale)) notFound();
  return (
    <TerminalFrame
      locale={locale}
      isDemo={env().TIRAGE_MODE === "demo"}
      place="home"
      namespaces={["home", "registration", "live.stops", "draw.prizeWords", "draw.prizeTypes", "terminalOrders.states"]}
    >
      <TerminalHome />
    </TerminalFrame>
  );
}
