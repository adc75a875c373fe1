import { respondShareCard } from "@/app/[locale]/(checkout)/respond-share-card";

type Props = { params: Promise<{ locale: string; id: string }> };

export const dynamic = "force-dynamic";

export async function GET(request: Request, { params }: Props): Promise<Response> {
  return respondShareCard(request, await params);
}
