import "server-only";

export type ChildOf<Value, Child> = (value: Value) => Child;

/** Children by label value, created once, so that counting a request creates no label objects. */
export function childrenBy<Value, Child>(make: (value: Value) => Child): ChildOf<Value, Child> {
  const known = new Map<Value, Child>();
  return (value) => {
    const found = known.get(value);
    if (found) return found;
    const made = make(value);
    known.set(value, made);
    return made;
  };
}
