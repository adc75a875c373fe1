/** Returns a token, or throws why there is none. */
export type ObtainToken = () => Promise<string>;

let source: ObtainToken | null = null;

/** Sets what makes the tokens of this page; null on a page that needs none. */
export function obtainBy(next: ObtainToken | null): void {
  source = next;
}

export function tokenSource(): ObtainToken | null {
  return source;
}
