import "server-only";

import { RefusedPage } from "@/components/terminal/shell/refused-page";
import { Messages } from "@/components/ui/messages";
import { setPageStatus } from "@/lib/platform/server/page-status";

/** The body of a terminal's page that has nothing to show. */
export function missingTerminalPage() {
  setPageStatus(404);
  return (
    <Messages namespaces={["guards"]}>
      <RefusedPage verdict="missing" />
    </Messages>
  );
}
