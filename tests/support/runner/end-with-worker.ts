type Ending = () => Promise<unknown>;

/** Of the process, since the environment of a worker loads its own copy of each module. */
const worker = globalThis as { endingsOfWorker?: Ending[] };

/** Has `ending` done when the worker has run its last file. */
export function endWithWorker(ending: Ending): void {
  worker.endingsOfWorker ??= [];
  worker.endingsOfWorker.push(ending);
}

/** Does what waits for the end of this worker, the last first. */
export async function endWorker(): Promise<void> {
  for (const ending of worker.endingsOfWorker?.splice(0).reverse() ?? []) await ending();
}
