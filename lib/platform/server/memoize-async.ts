import "server-only";

/** Memoizes the result; after a failure the next caller retries. */
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
