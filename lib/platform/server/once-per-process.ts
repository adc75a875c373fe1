import "server-only";

/** Next evaluates a module several times per process, so a value that all copies share lies on `globalThis`. */
export function oncePerProcess<Value>(name: `tirage${string}`, create: () => Value): Value {
  const shared = globalThis as unknown as Record<string, Value | undefined>;
  shared[name] ??= create();
  return shared[name];
}
