/** Locale texts by their path after `/api/locales/`. `token` null admits anybody; `asked` counts requests by path. */
export type Upstream = {
  instances: Map<string, unknown>;
  words: Map<string, unknown>;
  token: string | null;
  hasTags: boolean;
  asked: Map<string, number>;
};

export function createUpstream(): Upstream {
  return { instances: new Map(), words: new Map(), token: null, hasTags: true, asked: new Map() };
}
