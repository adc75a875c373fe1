import { sql } from "drizzle-orm";

import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

export async function withAndWithout<Result>(
  guard: readonly string[],
  run: (test: TestContext) => Promise<Result>,
): Promise<{ guarded: Result; unguarded: Result }> {
  const runOn = async (statements: readonly string[]) => {
    const test = await openTestContext();
    try {
      for (const statement of statements) await test.ctx.db.execute(sql.raw(statement));
      return await run(test);
    } finally {
      await test.close();
    }
  };
  return { guarded: await runOn([]), unguarded: await runOn(guard) };
}
