import { prepareTemplate } from "@/tests/support/databases/postgres-database";

/** Creates the template before workers would do so at the same time. */
export async function setup(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) await prepareTemplate(server);
}
