import type { AdminAccess } from "./admin-client";
import { CommandError, callAdmin } from "./admin-client";
import { explainRefusal } from "./explain-refusal";

/** The link that registers the demo's tablet, as `/dummy` shows it too. */
export async function demoRegistrationLink(access: AdminAccess): Promise<string> {
  const answer = await callAdmin<{ link: string }>(access, "POST", "/api/admin/devices/demo");
  if (answer.status >= 300) throw new CommandError(`The demo device: ${explainRefusal(answer)}`);
  return answer.body.link;
}
