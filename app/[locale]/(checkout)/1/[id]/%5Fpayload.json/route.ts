import { GET } from "@/app/[locale]/(checkout)/[id]/%5Fpayload.json/route";

export const dynamic = "force-dynamic";

export { GET };
