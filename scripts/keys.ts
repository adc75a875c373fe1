import { openSeals } from "@/lib/draws/installation/open-seals";
import { countOthers, countSeals } from "@/lib/keys/count-seals";
import { rotateKey } from "@/lib/keys/rotate-key";
import { openClock } from "@/lib/platform/db/clock";
import type { OpenDatabase } from "@/lib/platform/db/database";
import { checkPostgres } from "@/lib/platform/db/migrate-postgres";
import { openPglite } from "@/lib/platform/db/open-pglite";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import { toKeyRing } from "@/lib/platform/server/env";
import type { KeysEnvironment } from "@/lib/platform/server/env.commands";
import { parseKeysEnvironment } from "@/lib/platform/server/env.commands";
import type { Sealer } from "@/lib/platform/server/seal";
import { CommandError } from "./command/admin-client";
import { runCommand } from "./command/run-command";
import { sealLines } from "./keys/text";

const usage = `Usage: npm run keys -- status   list what is sealed with which key; exits with 1 if a key other than
                                SECRETS_KEY is needed
       npm run keys -- rotate   seal everything with SECRETS_KEY. First give every process the new key in
                                SECRETS_KEY and the old one in SECRETS_KEY_PREVIOUS, and restart it
         DATABASE_URL           the PostgreSQL database; without it, the embedded one in DATA_DIR (.data), whose
                                server must be stopped
         SECRETS_KEY            the key that is to seal
         SECRETS_KEY_PREVIOUS   the keys before it, separated by commas
       Each of these but DATA_DIR may lie in a file: DATABASE_URL_FILE, SECRETS_KEY_FILE, SECRETS_KEY_PREVIOUS_FILE`;

function openDatabase({ DATABASE_URL: url, DATA_DIR }: KeysEnvironment): Promise<OpenDatabase> {
  return url ? openPostgres(url, { sales: 1, reads: 1, jobs: 1 }, checkPostgres) : openPglite(DATA_DIR);
}

async function rotate(db: OpenDatabase["pools"]["jobs"], sealer: Sealer): Promise<void> {
  const { now } = await openClock(db);
  const { TIRAGE_ADMIN, USER, USERNAME } = process.env;
  const operator = TIRAGE_ADMIN || USER || USERNAME || null;
  const { changed, resealed } = await rotateKey({
    db,
    now,
    sealer,
    actor: { kind: "admin", deviceId: null, operator },
  });
  console.log(
    changed ? `From now on ${sealer.keyId} seals.` : `${sealer.keyId} already seals.`,
    `Sealed anew: the credentials of ${resealed} draw(s).`,
  );
}

async function main(args: string[]): Promise<void> {
  const [command, ...others] = args;
  if (others.length > 0 || (command !== "status" && command !== "rotate")) throw new CommandError(usage);
  const environment = parseKeysEnvironment(process.env);
  const database = await openDatabase(environment);
  try {
    const db = database.pools.jobs;
    const sealer = await openSeals(db, toKeyRing(environment));
    if (command === "rotate") await rotate(db, sealer);
    const report = await countSeals({ db, sealer });
    console.log(sealLines(report, sealer.keyIds).join("\n"));
    if (countOthers(report.counts, sealer.keyId) > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

await runCommand(usage, main, [
  ...["InvalidEnvironment", "SchemaMismatch", "DataDirectoryInUse"],
  ...["WrongSecretsKeyError", "NothingSealedError"],
]);
