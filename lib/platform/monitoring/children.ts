import "server-only";

/** Gives the part of a metric that is of one label's value, made when it is first asked for. */
export type ChildOf<Value, Child> = (value: Value) => Child;

/** Children of a metric by a label, each made once: counting on the way of a request makes no object of labels. */
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
