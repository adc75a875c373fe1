/**
 * What the upstream platform has: instances by id, and words by the path of their call after `/api/locales/`. `token`
 * null lets anybody ask; `asked` counts what was asked by path.
 */
export type Upstream = {
  instances: Map<string, unknown>;
  words: Map<string, unknown>;
  token: string | null;
  /** A platform without tags answers each call in full. */
  hasTags: boolean;
  asked: Map<string, number>;
};

/** A platform that has nothing. */
export function createUpstream(): Upstream {
  return { instances: new Map(), words: new Map(), token: null, hasTags: true, asked: new Map() };
}
