import "server-only";

import type { z } from "zod";
import { demoDefaults } from "./env.demo";
import { parsePart } from "./env.part";
import type { Problem } from "./env.rules";
import { unfitProblems } from "./env.rules";
import type { Environment } from "./env.schema";
import { environmentSchema } from "./env.schema";
import { isWeakSecret } from "./env.strength";

const schema = environmentSchema.pick({
  DATABASE_URL: true,
  DATA_DIR: true,
  SECRETS_KEY: true,
  SECRETS_KEY_PREVIOUS: true,
});

/** What `npm run keys` needs to know; a complete configuration isn't required. */
export type KeysEnvironment = z.infer<typeof schema>;

type Keys = Pick<Environment, "SECRETS_KEY"> & { SECRETS_KEY_PREVIOUS?: string[] | undefined };

/** The keys of the ring as bytes, the current one first. */
export function ringOf({ SECRETS_KEY, SECRETS_KEY_PREVIOUS = [] }: Keys): [Uint8Array, ...Uint8Array[]] {
  const [current, ...previous] = [SECRETS_KEY, ...SECRETS_KEY_PREVIOUS].map((key) => Buffer.from(key, "base64"));
  return [current ?? Buffer.alloc(0), ...previous];
}

/** No server outside of a demo would start with such a key: nothing may be sealed with it. */
function weakProblems(environment: KeysEnvironment): Problem[] {
  const [current] = ringOf(environment);
  return isWeakSecret(current) ? [{ variable: "SECRETS_KEY", message: "is too weak" }] : [];
}

function findProblems(values: KeysEnvironment, isDemo: boolean): Problem[] {
  const unfit = unfitProblems(values).filter(({ variable }) => variable === "SECRETS_KEY_PREVIOUS");
  return isDemo ? unfit : [...unfit, ...weakProblems(values)];
}

/** Parses `source`; an empty value counts as unset, and a demo has its kept key. Throws `InvalidEnvironment`. */
export function parseKeysEnvironment(source: Record<string, string | undefined>): KeysEnvironment {
  const isDemo = source.TIRAGE_MODE === "demo";
  return parsePart(source, {
    schema,
    secrets: ["DATABASE_URL", "SECRETS_KEY", "SECRETS_KEY_PREVIOUS"],
    defaults: (told) => (isDemo ? demoDefaults(told) : {}),
    findProblems: (values) => findProblems(values, isDemo),
  });
}
