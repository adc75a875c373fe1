/** Returns a token, or throws why there is none. */
export type ObtainToken = () => Promise<string>;

let source: ObtainToken | null = null;

/** Has tokens made by `next` from now on; null on a page that makes none. */
export function obtainBy(next: ObtainToken | null): void {
  source = next;
}

/** What makes the tokens of this page; null where nothing does. */
export function tokenSource(): ObtainToken | null {
  return source;
}
