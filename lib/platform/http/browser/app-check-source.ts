export type ObtainToken = () => Promise<string>;

let source: ObtainToken | null = null;

export function setTokenSource(next: ObtainToken | null): void {
  source = next;
}

export function tokenSource(): ObtainToken | null {
  return source;
}
