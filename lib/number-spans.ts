export type Span = { first: number; last: number };

/** Searches by halves, so `spans` must be ascending and disjoint. */
export function isInSpans(spans: readonly Span[], number: number): boolean {
  let [low, high] = [0, spans.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { first, last } = spans[middle] as Span;
    if (number < first) high = middle - 1;
    else if (number > last) low = middle + 1;
    else return true;
  }
  return false;
}

export function countNumbers(spans: readonly Span[]): number {
  return spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
}
