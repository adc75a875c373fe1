/**
 * Who did it; `system` is a job or what a gateway answered. The device is null for anybody but a device. `operator` is
 * who works at the device; of an admin it is `key:NAME` of a named key, or the name that the command told with
 * `ADMIN_KEY`: claimed, not proven.
 */
export type AuditActor = {
  kind: "buyer" | "device" | "admin" | "system";
  deviceId: string | null;
  operator: string | null;
};

/** What nobody asked for: a job, or an answer. */
export const systemActor: AuditActor = { kind: "system", deviceId: null, operator: null };

/**
 * What else is worth knowing of an action: amounts in cents, counts, names of fields and ids; no secret, nothing of a
 * buyer.
 */
export type AuditDetail = Record<string, string | number | boolean | null>;

/** The chain of what belongs to a parent and to none of its draws: no draw can have this id, as ids hold no colon. */
export function parentChain(parentId: string): string {
  return `parent:${parentId}`;
}

/**
 * The chain in which the job that seals notes that it came to the end of all others; no draw can have this id either.
 */
export const sealingChain = "system:sealing";

/** One action as it is shown: `at` in ISO, `device` by its short name, never its id. */
export type WrittenEntry<Action extends string> = {
  action: Action;
  at: string;
  actor: AuditActor["kind"];
  device: string | null;
  operator: string | null;
  detail: AuditDetail;
};

/** Puts entries in the order of their times; what was done at the same instant happened in the order of `actions`. */
export function byTime<Action extends string>(
  actions: readonly Action[],
): (left: WrittenEntry<Action>, right: WrittenEntry<Action>) => number {
  return (left, right) => {
    const inList = actions.indexOf(left.action) - actions.indexOf(right.action);
    return left.at === right.at ? inList : left.at < right.at ? -1 : 1;
  };
}
