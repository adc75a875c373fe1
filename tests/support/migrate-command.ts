import { runByNpm } from "./spawn-command";

/** Runs `npm run migrate` as a person does, at an address or with other settings; gives its exit code and words. */
export function runMigrate(
  database: string | Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; written: string }> {
  const env = { ...process.env, ...(typeof database === "string" ? { DATABASE_URL: database } : database) };
  return runByNpm("migrate", words, env);
}
