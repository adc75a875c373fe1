import type { Metadata } from "next";

import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import type { PageProps } from "@/app/[locale]/page-props";

export const revalidate = 1;

/** No path is known at build time; each unknown one is answered with 404 and never stored. */
export function generateStaticParams(): { rest: string[] }[] {
  return [];
}

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
  return missingMetadata((await params).locale);
}

/** Every path that no other page has. */
export default function UnknownPage() {
  return missingPage();
}
