/**
 * `operator` is the operator at a device. For an admin it is `person:ID`, `key:NAME`, or the unproven name that was
 * sent with `ADMIN_KEY`.
 */
export type AuditActor = {
  kind: "buyer" | "device" | "admin" | "system";
  deviceId: string | null;
  operator: string | null;
};

export const systemActor: AuditActor = { kind: "system", deviceId: null, operator: null };

/** Starts the operator of a person of the console. Nobody can claim a name that starts with it. */
export const personOperatorPrefix = "person:";

export function toPersonOperator(personId: string): string {
  return personOperatorPrefix + personId;
}

/** The id of the person whom an operator of an entry stands for. Null if it stands for nobody of the console. */
export function readPersonOperator(operator: string | null): string | null {
  return operator?.startsWith(personOperatorPrefix) ? operator.slice(personOperatorPrefix.length) : null;
}

/** Holds amounts in cents, counts, field names and ids, but no secrets and nothing about buyers. */
export type AuditDetail = Record<string, string | number | boolean | null>;

/** The chain of a parent's devices. It can't be a draw's id, because those contain no colon. */
export function getParentChain(parentId: string): string {
  return `parent:${parentId}`;
}

export const sealingChain = "system:sealing";

/** `at` is in ISO. `device` is its name, never its id. */
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
