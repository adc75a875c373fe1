import { runByNpm } from "./spawn-command";

/** Keys and database of `npm run keys`. */
export type KeysEnvironment = { DATABASE_URL: string; SECRETS_KEY: string; SECRETS_KEY_PREVIOUS?: string };

/** Runs `npm run keys` as a person does; gives its exit code and what it wrote. */
export function runKeys(given: KeysEnvironment, ...words: string[]): Promise<{ code: number | null; written: string }> {
  const env = { ...process.env, TIRAGE_ADMIN: "Zoé", SECRETS_KEY_PREVIOUS: "", ...given };
  return runByNpm("keys", words, env);
}
