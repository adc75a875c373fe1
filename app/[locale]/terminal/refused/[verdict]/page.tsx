import type { Metadata } from "next";
import { notFound } from "next/navigation";

import { RefusedPage } from "@/components/terminal/shell/refused-page";
import { Messages } from "@/components/ui/messages";

type PageProps = { params: Promise<{ verdict: string }> };

/** Stands for another page, whose guard in the middleware gives the status too. */
export const dynamic = "force-dynamic";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** Why a page of the terminal is not served. */
export default async function Page({ params }: PageProps) {
  const { verdict } = await params;
  if (verdict !== "forbidden" && verdict !== "missing") notFound();
  return (
    <Messages namespaces={["guards"]}>
      <RefusedPage verdict={verdict} />
    </Messages>
  );
}
