import "server-only";

/** Next evaluates a module several times per process, so a shared value must be on `globalThis`. */
export function oncePerProcess<Value>(name: `tirage${string}`, create: () => Value): Value {
  const shared = globalThis as unknown as Record<string, Value | undefined>;
  shared[name] ??= create();
  return shared[name];
}
