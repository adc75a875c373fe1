import "server-only";

/** Memoizes the result; after a failure the next caller retries. */
export function doOnce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | null = null;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = null;
      throw error;
    });
    return done;
  };
}
