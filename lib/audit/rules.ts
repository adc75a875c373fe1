/**
 * `operator` is the name entered at a device. For an admin it is `person:ID`, `key:NAME`, or the unproven name that
 * came with `ADMIN_KEY`.
 */
export type AuditActor = {
  kind: "buyer" | "device" | "admin" | "system";
  deviceId: string | null;
  operator: string | null;
};

export const systemActor: AuditActor = { kind: "system", deviceId: null, operator: null };

/** Refused as the start of a name that is sent with `ADMIN_KEY`. */
export const personOperatorPrefix = "person:";

export function toPersonOperator(personId: string): string {
  return personOperatorPrefix + personId;
}

/** Returns the person's id, or null for operators at devices and keys. */
export function readPersonOperator(operator: string | null): string | null {
  return operator?.startsWith(personOperatorPrefix) ? operator.slice(personOperatorPrefix.length) : null;
}

/** May hold amounts in cents, counts, field names and ids, but no secrets and nothing about buyers. */
export type AuditDetail = Record<string, string | number | boolean | null>;

/** Draws' ids contain no colon, so this is never the chain of a draw. */
export function getParentChain(parentId: string): string {
  return `parent:${parentId}`;
}

export const sealingChain = "system:sealing";

/** `at` is in ISO. `device` is the device's name, never its id. */
export type WrittenEntry<Action extends string> = {
  action: Action;
  at: string;
  actor: AuditActor["kind"];
  device: string | null;
  operator: string | null;
  detail: AuditDetail;
};

export function compareByTime<Action extends string>(
  actions: readonly Action[],
): (left: WrittenEntry<Action>, right: WrittenEntry<Action>) => number {
  return (left, right) => {
    const inList = actions.indexOf(left.action) - actions.indexOf(right.action);
    return left.at === right.at ? inList : left.at < right.at ? -1 : 1;
  };
}
