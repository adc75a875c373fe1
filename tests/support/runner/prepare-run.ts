import { ensureBuild } from "@/scripts/build/build-freshness.mjs";

import { dataTemplate } from "@/tests/support/databases/data-template";

/** Makes a fresh build, and the data directory that servers copy. */
export default async function prepareRun(): Promise<void> {
  await ensureBuild();
  await dataTemplate();
}
