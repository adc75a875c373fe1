import "server-only";

/** Does a piece of work once for all who ask for its result; one that failed is tried anew by whoever asks next. */
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
