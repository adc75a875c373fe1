import { consoleMetadata } from "@/app/[locale]/console/console-metadata";
import { Landing } from "@/components/console/landing";

/** Rendered per request for the middleware's nonce. The browser fetches the content with the session. */
export const dynamic = "force-dynamic";

export const generateMetadata = consoleMetadata("title", "/console");

export default function Page() {
  return <Landing />;
}
