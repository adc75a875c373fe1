import { permanentRedirect } from "next/navigation";
import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";

type PageProps = {
  params: Promise<{ locale: Language }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const dynamic = "force-dynamic";

/** Old links use this URL. */
export default async function Page({ params, searchParams }: PageProps) {
  const { locale } = await params;
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const query = new URLSearchParams(entries).toString();
  permanentRedirect(`${localizedPath(locale, "/success")}${query ? `?${query}` : ""}`);
}
