import type { ReactNode } from "react";
import { BrandMark } from "@/components/ui/page/brand-mark";
import { LanguageLink } from "@/components/ui/page/language-link";
import type { Language } from "@/lib/platform/i18n/routing";

export type ErrorBar = {
  homeUrl: string;
  homeLabel: string;
  languageLabel: string;
  other: Language;
  otherName: string;
};

export type ErrorTexts = ErrorBar & {
  heading: string;
  goHome: string;
  notFound: string;
  failed: string;
  listUrl: string;
  seeDraws: string;
  tryAgain: string;
  noScript: string;
};

type ErrorLayoutProps = {
  statusCode: number;
  heading: string;
  bar: ErrorBar;
  children: ReactNode;
};

export function ErrorLayout({ statusCode, heading, bar, children }: ErrorLayoutProps) {
  const { homeUrl, homeLabel, languageLabel, other, otherName } = bar;
  return (
    <>
      <header className="page-bar">
        <div>
          <a href={homeUrl} aria-label={homeLabel} className="inline-flex min-h-11 items-center rounded-control">
            <BrandMark />
          </a>
          <nav aria-label={languageLabel} className="print:hidden">
            <LanguageLink language={other}>{otherName}</LanguageLink>
          </nav>
        </div>
      </header>
      <main
        data-status={statusCode}
        className="mx-auto grid max-w-xl justify-items-center gap-4 overflow-x-clip px-4 py-16 text-center sm:px-6 sm:py-24"
      >
        <div className="torn-ticket">
          <p className="tabular">{statusCode}</p>
        </div>
        <h1 className="text-3xl sm:text-4xl">{heading}</h1>
        {children}
      </main>
    </>
  );
}
