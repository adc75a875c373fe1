import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { Landing } from "@/components/console/landing";

export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("title", "/console");

export default function Page() {
  return <Landing />;
}
