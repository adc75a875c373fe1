// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it } from "vitest";

import { readNumber, watchNumberChecks } from "./watch-number-checks";

beforeAll(() => watchNumberChecks());

beforeEach(() => {
  document.body.innerHTML = `
    <form data-check>
      <input>
      <p id="problem" class="problem" hidden>Enter digits</p>
      <p id="hint" class="hint">On your receipt</p>
      <div role="status">
        <div data-number="214" hidden>Number 214 won!</div>
        <div data-number="" hidden>Number <span data-typed></span> wasn’t drawn</div>
      </div>
    </form>`;
});

function getElement<Found extends HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}

function type(typed: string): void {
  const box = getElement<HTMLInputElement>("input");
  box.value = typed;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

function check(typed: string): Event {
  type(typed);
  const event = new Event("submit", { bubbles: true, cancelable: true });
  getElement("form").dispatchEvent(event);
  return event;
}

const shown = () => [...document.querySelectorAll("[data-number]:not([hidden])")].map((answer) => answer.textContent);

describe("the check of a number", () => {
  it("shows the answer of a number that won, and sends nothing", () => {
    expect(check("#214").defaultPrevented).toBe(true);
    expect(shown()).toEqual(["Number 214 won!"]);
  });

  it("says which other number wasn't drawn", () => {
    check("215");
    expect(shown()).toEqual(["Number 215 wasn’t drawn"]);
    check("216");
    expect(shown()).toEqual(["Number 216 wasn’t drawn"]);
  });

  it("takes its answer back when another number is typed", () => {
    check("214");
    type("21");
    expect(shown()).toEqual([]);
  });

  it("asks for digits where there are none, until something else is typed, and says again where to find them", () => {
    const [box, problem] = [getElement("input"), getElement("#problem")];
    check("abc");
    expect([box.getAttribute("aria-invalid"), box.getAttribute("aria-describedby")]).toEqual(["true", "problem"]);
    expect([problem.hidden, shown()]).toEqual([false, []]);
    type("2");
    expect([box.hasAttribute("aria-invalid"), box.getAttribute("aria-describedby")]).toEqual([false, "hint"]);
    expect(problem.hidden).toBe(true);
  });

  it("leaves other forms alone", () => {
    document.body.innerHTML = "<form><input></form>";
    expect(check("214").defaultPrevented).toBe(false);
  });

  it.each([
    ["214", 214],
    [" No. 214 ", 214],
    ["1 024", 1024],
    ["0047", 47],
    ["", null],
    ["12-34", null],
    ["1234567890", null],
  ])("reads %j as %j", (typed, number) => expect(readNumber(typed)).toBe(number));
});
