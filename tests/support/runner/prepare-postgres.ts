import { prepareTemplate } from "@/tests/support/databases/postgres-database";

/** Before the first worker of a run on PostgreSQL: the template, which they would otherwise make at the same time. */
export async function setup(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) await prepareTemplate(server);
}
