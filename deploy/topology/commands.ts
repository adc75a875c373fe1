import { certificateOf, siteUrl } from "./nginx";
import { runScript } from "./npm-script";
import type { Place } from "./place";

/** Runs a command that calls the admin API, through nginx as a person does; throws what it said if it fails. */
export function runAdmin(place: Place, name: string, ...words: string[]): Promise<string> {
  const env = {
    CHECKOUT_HOST: siteUrl(place),
    ADMIN_KEY: place.secrets.adminKey,
    NODE_EXTRA_CA_CERTS: certificateOf(place),
    TIRAGE_ADMIN: "topology",
  };
  return runScript(process.cwd(), name, env, ...words);
}
