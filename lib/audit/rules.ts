/**
 * `system` is a job or the answer of a gateway. `operator` is who works at the device; of an admin it is `key:NAME` of
 * a named key, or the name that a command sent with `ADMIN_KEY`, which proves nothing.
 */
export type AuditActor = {
  kind: "buyer" | "device" | "admin" | "system";
  deviceId: string | null;
  operator: string | null;
};

export const systemActor: AuditActor = { kind: "system", deviceId: null, operator: null };

/** Amounts in cents, counts, names of fields and ids; no secret, nothing about a buyer. */
export type AuditDetail = Record<string, string | number | boolean | null>;

/** The chain of a parent's own entries; no draw can have this id, as ids hold no colon. */
export function parentChain(parentId: string): string {
  return `parent:${parentId}`;
}

/** The chain in which the sealing job records that it came to the end of all others. */
export const sealingChain = "system:sealing";

/** `at` in ISO; `device` is its short name, never its id. */
export type WrittenEntry<Action extends string> = {
  action: Action;
  at: string;
  actor: AuditActor["kind"];
  device: string | null;
  operator: string | null;
  detail: AuditDetail;
};

export function byTime<Action extends string>(
  actions: readonly Action[],
): (left: WrittenEntry<Action>, right: WrittenEntry<Action>) => number {
  return (left, right) => {
    const inList = actions.indexOf(left.action) - actions.indexOf(right.action);
    return left.at === right.at ? inList : left.at < right.at ? -1 : 1;
  };
}
