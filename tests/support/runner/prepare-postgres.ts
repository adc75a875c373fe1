import { prepareTemplate } from "@/tests/support/databases/postgres-database";

export async function setup(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) await prepareTemplate(server);
}
