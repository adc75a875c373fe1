import { ensureBuild } from "@/scripts/build/build-freshness.mjs";

import { dataTemplate } from "@/tests/support/databases/data-template";

/** Before the first test of a run: a build of these sources, and the data directory that servers start from. */
export default async function prepareRun(): Promise<void> {
  await ensureBuild();
  await dataTemplate();
}
