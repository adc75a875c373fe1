import type { FaultStage } from "./fault-stage";
import { runByNpm } from "./spawn-command";

/** Runs `npm run restored` as a person does, with the environment of the stage's servers; gives how it ended. */
export function runRestored(
  { sandbox, dataDir }: Pick<FaultStage, "sandbox" | "dataDir">,
  databaseUrl: string,
  words: string[],
): Promise<{ code: number | null; written: string }> {
  const env = {
    ...process.env,
    TIRAGE_MODE: "demo",
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    BAMBORA_API_URL: `http://127.0.0.1:${sandbox.port}`,
    APPLE_PAY_CERTIFICATE: sandbox.apple.identity.certificate,
    APPLE_PAY_KEY: sandbox.apple.identity.key,
    TIRAGE_ADMIN: "Zoé",
  };
  return runByNpm("restored", words, env);
}
