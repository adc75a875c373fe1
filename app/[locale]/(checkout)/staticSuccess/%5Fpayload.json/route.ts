import { respondPlainPayload } from "@/app/[locale]/(checkout)/respond-payload";

export const dynamic = "force-dynamic";

export const GET = respondPlainPayload;
