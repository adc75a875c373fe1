/** Tries of one caller: how many failed since `since`, in ms. */
type Tries = { failed: number; since: number };

/** Counts failures by caller, in this process; `isLimited` and `note` take the time in ms. */
export type TryLimit = {
  isLimited: (caller: string, at: number) => boolean;
  note: (caller: string, at: number) => void;
};

/** More callers than this are not kept: the oldest are forgotten, so that nobody can fill the memory. */
const mostCallers = 1000;

/** A limit of `most` failures of one caller within `withinMs`, counted from the first of them. */
export function createTryLimit({ most, withinMs }: { most: number; withinMs: number }): TryLimit {
  const callers = new Map<string, Tries>();
  const triesOf = (caller: string, at: number): Tries => {
    const tries = callers.get(caller);
    return tries && at - tries.since < withinMs ? tries : { failed: 0, since: at };
  };
  return {
    isLimited: (caller, at) => triesOf(caller, at).failed >= most,
    note(caller, at) {
      const { failed, since } = triesOf(caller, at);
      callers.delete(caller);
      callers.set(caller, { failed: failed + 1, since });
      const [oldest] = callers.keys();
      if (callers.size > mostCallers && oldest !== undefined) callers.delete(oldest);
    },
  };
}
