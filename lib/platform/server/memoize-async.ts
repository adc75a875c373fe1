import "server-only";

/** Memoizes the result. After a failure the next caller tries again. */
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
