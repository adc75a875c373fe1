import "server-only";

/** After a failure, the next call tries again. */
export function memoizeAsync<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | null = null;
  return () => {
    pending ??= work().catch((error: unknown) => {
      pending = null;
      throw error;
    });
    return pending;
  };
}
