import { spawn } from "node:child_process";

/** Keys and database of `npm run keys`. */
export type KeysEnvironment = { DATABASE_URL: string; SECRETS_KEY: string; SECRETS_KEY_PREVIOUS?: string };

/** Runs `npm run keys` as a person does; gives its exit code and what it wrote. */
export function runKeys(given: KeysEnvironment, ...words: string[]): Promise<{ code: number | null; written: string }> {
  const env = { ...process.env, TIRAGE_ADMIN: "Zoé", SECRETS_KEY_PREVIOUS: "", ...given };
  const child = spawn("npm", ["run", "--silent", "keys", "--", ...words], { env });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      written += chunk;
    });
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, written }));
  });
}
