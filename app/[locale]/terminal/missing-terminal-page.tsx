import "server-only";

import { RefusedPage } from "@/components/terminal/shell/refused-page";
import { Messages } from "@/components/ui/messages";
import { setPageStatus } from "@/lib/platform/server/page-status";

export function missingTerminalPage() {
  setPageStatus(404);
  return (
    <Messages namespaces={["guards"]}>
      <RefusedPage verdict="missing" />
    </Messages>
  );
}
