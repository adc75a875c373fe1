import { expect, it } from "vitest";

import { createStatementNames } from "./statement-names";

const text = "select * from orders where draw_id = $1";

function nameAfter(uses: number, statement = text, names = createStatementNames()): string | undefined {
  for (let use = 1; use < uses; use += 1) names.nameOf(statement);
  return names.nameOf(statement);
}

it("names a statement on its third use, identically in every process", () => {
  expect([nameAfter(1), nameAfter(2)]).toEqual([undefined, undefined]);
  expect(nameAfter(3)).toBe(nameAfter(4));
  expect(nameAfter(3)).not.toBe(nameAfter(3, `${text} limit 1`));
  expect(nameAfter(3)?.length).toBeLessThan(64);
});

it.each(["select * from pools where draw_id in ($1, $2)", "insert into pools values ($1, $2), ($3, $4)"])(
  "doesn't name statements whose text depends on a length: %s",
  (statement) => {
    expect(nameAfter(9, statement)).toBeUndefined();
  },
);

it("names at most a hundred statements", () => {
  const names = createStatementNames();
  const named = Array.from({ length: 150 }, (_none, at) => nameAfter(5, `${text} and ${at} = ${at}`, names));
  expect(named.filter(Boolean)).toHaveLength(100);
});

it("names again after a migration, and stops behind a pooler without names", () => {
  const names = createStatementNames();
  const before = nameAfter(3, text, names);
  names.renew();
  expect(names.nameOf(text)).toBeDefined();
  expect(names.nameOf(text)).not.toBe(before);
  names.giveUp();
  expect(names.nameOf(text)).toBeUndefined();
});
