export type ObtainToken = () => Promise<string>;

let source: ObtainToken | null = null;

/** Null on a page that needs no tokens. */
export function obtainBy(next: ObtainToken | null): void {
  source = next;
}

export function tokenSource(): ObtainToken | null {
  return source;
}
