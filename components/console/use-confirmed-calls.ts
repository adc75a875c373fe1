import { useState } from "react";

import { useOneAtATime } from "@/components/ui/use-one-at-a-time";

import type { Refusable } from "./use-passkey-confirmation";
import { usePasskeyConfirmation } from "./use-passkey-confirmation";

/**
 * Runs one call at a time (another one resolves to undefined), and asks for a passkey if the server requires it. `busy`
 * names the running call. `reload` runs after each call.
 */
export function useConfirmedCalls<Name extends string>(reload?: () => Promise<unknown>) {
  const runConfirmed = usePasskeyConfirmation();
  const oneAtATime = useOneAtATime();
  const [busy, setBusy] = useState<Name | null>(null);
  const call = <Answer extends Refusable>(name: Name, send: () => Promise<Answer>): Promise<Answer | undefined> =>
    oneAtATime(async () => {
      setBusy(name);
      const answer = await runConfirmed(send);
      await reload?.();
      setBusy(null);
      return answer;
    });
  return { busy, call };
}
