import type { Metadata } from "next";

import { missingMetadata, missingPage } from "@/app/[locale]/missing-page";
import type { PageProps } from "@/app/[locale]/page-props";

export const revalidate = 1;

export function generateStaticParams(): { rest: string[] }[] {
  return [];
}

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
  return missingMetadata((await params).locale);
}

export default function UnknownPage() {
  return missingPage();
}
