/** Rejects after `ms`, but doesn't stop the work. */
export function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it took more than ${ms} ms`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
