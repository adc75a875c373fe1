import { memoryTemplate } from "@/tests/support/databases/memory-template";

/** Creates the template before workers would do so at the same time. */
export async function setup(): Promise<void> {
  await memoryTemplate();
}
