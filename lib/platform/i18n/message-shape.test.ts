import { describe, expect, it } from "vitest";

import { findOverrideProblem } from "./message-shape";

describe("a message that replaces the product's own", () => {
  it.each([
    ["other words", "Pay {amount}", "Give {amount}"],
    ["more words around a value", "{count} left", "Only {count} left for you"],
    ["a text of braces and a sign that are escaped", "Pay", "'{'Pay'}' '<'b>"],
    ["an amount that is said as it is", "{count, plural, one {a ticket} other {# tickets}}", "{count}"],
    ["other plural forms", "{count, plural, one {a} other {b}}", "{count, plural, =1 {x} other {y}}"],
    ["the same style", "{when, date, short}", "On {when, date, short}"],
    ["the same link elsewhere", "I accept <link>the rules</link>", "<link>Rules</link>: yes"],
  ])("is accepted with %s", (_what, original, word) => expect(findOverrideProblem(original, word)).toBeNull());

  it.each([
    ["a key that nobody has", undefined, "Pay", "unknown"],
    ["a brace that is not closed", "Pay {amount}", "Pay {amount", "malformed"],
    ["a tag that is not closed", "Pay", "<b>Pay", "malformed"],
    ["a plural without its other form", "{count, plural, other {x}}", "{count, plural, one {x}}", "malformed"],
    [
      "an offset, which the build cannot compile",
      "{n, plural, other {x}}",
      "{n, plural, offset:1 other {x}}",
      "malformed",
    ],
    ["a value that is left out", "Pay {amount}", "Pay", "other-arguments"],
    ["a value that nobody gives", "Pay", "Pay {amount}", "other-arguments"],
    ["markup of its own", "Pay", "<b>Pay</b>", "other-arguments"],
    ["a script", "Pay", "<script>alert(1)</script>", "other-arguments"],
    ["an amount of what is a text", "{name} won", "{name, number} won", "other-arguments"],
    ["a moment that is said as it is", "{when, date}", "{when}", "other-arguments"],
    ["another style", "{when, date, short}", "{when, date, ::yyyyMMdd}", "other-arguments"],
    ["other choices", "{who, select, you {a} other {b}}", "{who, select, me {a} other {b}}", "other-arguments"],
  ])("is refused for %s", (_what, original, word, problem) =>
    expect(findOverrideProblem(original, word)).toBe(problem),
  );
});
