import { useState } from "react";

import { useOneAtATime } from "@/components/ui/use-one-at-a-time";

import type { Refusable } from "./use-passkey-confirmation";
import { usePasskeyConfirmation } from "./use-passkey-confirmation";

/**
 * Runs the calls of a part of a page one at a time, each under a name, by which its button knows that it is `busy`. It
 * has a passkey confirmed if the server asks for one. `reload` reads again what may have changed. A call while another
 * is under way is not made, and its answer is undefined.
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
