// @vitest-environment happy-dom
import { act } from "@testing-library/react";
import { useRef } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it, vi } from "vitest";

import { demoCheckoutDraw } from "@/tests/support/views/fake-checkout-draw";
import { createEmptyForm } from "./checkout-form";
import { useCheckoutForm } from "./use-checkout-form";

const draw = demoCheckoutDraw();

function Form({ isShared = false }: { isShared?: boolean }) {
  const element = useRef<HTMLFormElement>(null);
  const { form, set } = useCheckoutForm(draw, element, { isShared });
  return (
    <form ref={element} data-order-form>
      <p>Your details</p>
      <input name="name" value={form.name} onChange={(event) => set("name", event.target.value)} />
      <input
        type="checkbox"
        name="rules"
        checked={form.rules}
        onChange={(event) => set("rules", event.target.checked)}
      />
      <select name="province" value={form.province} onChange={() => {}}>
        <option value="" />
        {draw.provinces.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
    </form>
  );
}

function field<Kind extends HTMLElement>(name: string): Kind {
  const found = document.querySelector<Kind>(`[name=${name}]`);
  if (!found) throw new Error(`There is no field ${name}.`);
  return found;
}

/** Types into the server's form, and hydrates it. `translate` changes the form before that. */
async function typeThenHydrate(translate: (form: Element) => void, isShared = false) {
  document.body.innerHTML = `<main>${renderToString(<Form isShared={isShared} />)}</main>`;
  const [container] = document.getElementsByTagName("main");
  const served = document.querySelector("form");
  if (!container || !served) throw new Error("The server sent no form.");
  translate(served);
  field<HTMLInputElement>("name").value = "Rosalie Tremblay";
  field<HTMLInputElement>("rules").checked = true;
  field<HTMLSelectElement>("province").value = draw.provinces[1] ?? "";
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(container, <Form isShared={isShared} />, { onRecoverableError }));
  const isReplaced = document.querySelector("form") !== served;
  return { root, isReplaced, onRecoverableError };
}

const asServed = () => {};

function translated(form: Element): void {
  const text = form.querySelector("p");
  if (text) text.innerHTML = "<font><font>Vos coordonnées</font></font>";
}

function shown() {
  return {
    name: field<HTMLInputElement>("name").value,
    rules: field<HTMLInputElement>("rules").checked,
    province: field<HTMLSelectElement>("province").value,
  };
}

const empty = { name: "", rules: false, province: createEmptyForm(draw).province };
const typed = { name: "Rosalie Tremblay", rules: true, province: draw.provinces[1] };

afterEach(() => {
  window.sessionStorage.clear();
  document.body.innerHTML = "";
});

describe("what is typed before hydration", () => {
  it("stays in a form that hydrates", async () => {
    const { isReplaced } = await typeThenHydrate(asServed);
    expect(isReplaced).toBe(false);
    expect(shown()).toEqual(typed);
  });

  it("stays when a translated page gets a new form", async () => {
    const { isReplaced, onRecoverableError } = await typeThenHydrate(translated);
    expect(onRecoverableError).toHaveBeenCalled();
    expect(isReplaced).toBe(true);
    expect(shown()).toEqual(typed);
  });

  it("is forgotten on a shared tablet, translated or not", async () => {
    for (const translate of [asServed, translated]) {
      const { isReplaced } = await typeThenHydrate(translate, true);
      expect(isReplaced).toBe(translate === translated);
      expect(shown()).toEqual(empty);
    }
  });

  it("is not read from the form of a page before", async () => {
    const { root } = await typeThenHydrate(asServed);
    await act(async () => root.render(<Form key="next" />));
    expect(shown()).toEqual(empty);
  });
});
