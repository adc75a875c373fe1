type Ending = () => Promise<unknown>;

/** Global, because a worker's environment loads its own copy of each module. */
const worker = globalThis as { endingsOfWorker?: Ending[] };

export function endWithWorker(ending: Ending): void {
  worker.endingsOfWorker ??= [];
  worker.endingsOfWorker.push(ending);
}

export async function endWorker(): Promise<void> {
  for (const ending of worker.endingsOfWorker?.splice(0).reverse() ?? []) await ending();
}
