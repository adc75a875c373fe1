import type { Metadata } from "next";
import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";

import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import { VerificationPage } from "@/components/verification/verification-page";
import { toApplePayOffer } from "@/lib/gateways/apple-pay/rules";
import { authenticatePerson } from "@/lib/people/sessions/authenticate-person";
import { consoleCookie, verificationCookie } from "@/lib/platform/http/secret-cookie";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings, applePaySettings } from "@/lib/platform/server/env.gateways";
import { authenticateVerifier, toVerifier } from "@/lib/verification/authenticate-verifier";
import { createContext } from "@/lib/wiring/create-context";

type PageProps = { params: Promise<{ locale: Language }> };

export const dynamic = "force-dynamic";

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  if (env().VERIFICATION !== "on") return missingMetadata(locale);
  const t = await getTranslations({ locale, namespace: "verification" });
  return {
    title: t("title"),
    alternates: { canonical: localizedPath(locale, "/hashtest") },
    robots: { index: false, follow: false },
  };
}

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  const { CHECKOUT_HOST, TIRAGE_MODE, VERIFICATION } = env();
  if (VERIFICATION !== "on") return missingPage();
  const opened = await findOpenedBy(await headers(), CHECKOUT_HOST.startsWith("https:"));
  const offer = toApplePayOffer(applePaySettings(env()));
  const appCheck = appCheckSettings(env())?.client ?? null;
  const isDemo = TIRAGE_MODE === "demo";
  return <VerificationPage locale={locale} isDemo={isDemo} openedBy={opened} offer={offer} appCheck={appCheck} />;
}

/** Null shows the form for a key. */
async function findOpenedBy(requestHeaders: Headers, isSecure: boolean): Promise<"key" | "person" | null> {
  const ctx = await createContext("reads");
  const session = verificationCookie.read(requestHeaders, isSecure);
  if (await authenticateVerifier(ctx, session)) return "key";
  const secret = consoleCookie.read(requestHeaders, isSecure);
  const person = secret === null ? null : await authenticatePerson(ctx, secret);
  return person?.ok && toVerifier(person.actor) ? "person" : null;
}
