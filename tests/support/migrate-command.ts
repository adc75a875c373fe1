import { spawn } from "node:child_process";

/** Runs `npm run migrate` as a person does, at an address or with other settings; gives its exit code and words. */
export function runMigrate(
  database: string | Record<string, string>,
  ...words: string[]
): Promise<{ code: number | null; written: string }> {
  const env = { ...process.env, ...(typeof database === "string" ? { DATABASE_URL: database } : database) };
  const child = spawn("npm", ["run", "--silent", "migrate", "--", ...words], { env });
  let written = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      written += chunk;
    });
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, written }));
  });
}
