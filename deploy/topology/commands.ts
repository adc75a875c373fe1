import { certificateOf, siteUrl } from "./nginx";
import { runScript } from "./npm-script";
import type { Place } from "./place";

/** Through nginx, as an admin does; throws the output if it fails. */
export function runAdmin(place: Place, name: string, ...words: string[]): Promise<string> {
  const env = {
    CHECKOUT_HOST: siteUrl(place),
    ADMIN_KEY: place.secrets.adminKey,
    NODE_EXTRA_CA_CERTS: certificateOf(place),
    TIRAGE_ADMIN: "topology",
  };
  return runScript(process.cwd(), name, env, ...words);
}
