import { memoryTemplate } from "@/tests/support/databases/memory-template";

/** Before the first worker of a run in memory: the template, which they would otherwise make at the same time. */
export async function setup(): Promise<void> {
  await memoryTemplate();
}
