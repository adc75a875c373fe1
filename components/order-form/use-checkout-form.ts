import type { Dispatch, RefObject, SetStateAction } from "react";
import { useCallback, useLayoutEffect, useRef, useState } from "react";

import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm, FormField } from "./checkout-form";
import { buyerFields, createEmptyForm, findChosenOffer } from "./checkout-form";
import { tabSessions } from "./checkout-session";
import type { FormProblems, ProblemField } from "./field-problems";
import { clearSolvedProblems } from "./field-problems";
import type { SessionStore } from "./session-store";

export type FormControl = {
  form: CheckoutForm;
  problems: FormProblems;
  set: <Field extends Exclude<FormField, "addOns" | "addOnQuantities">>(
    field: Field,
    value: CheckoutForm[Field],
  ) => void;
  setAddOn: (poolId: string, packageId: string, quantity: number) => void;
  setProblems: Dispatch<SetStateAction<FormProblems>>;
};

/** Stores the form in a session, by default the tab's. A shared tablet neither stores nor restores it. */
export function useCheckoutForm(
  draw: CheckoutDraw,
  element: RefObject<HTMLFormElement | null>,
  { sessions = tabSessions, isShared = false }: { sessions?: SessionStore; isShared?: boolean } = {},
): FormControl {
  const [servedForm] = useState(findServedForm);
  const [form, setForm] = useState(() => createEmptyForm(draw));
  const latest = useRef(form);
  const [problems, setProblems] = useState<FormProblems>({});
  const replace = useCallback((next: CheckoutForm) => {
    latest.current = next;
    setForm(next);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after hydration
  useLayoutEffect(() => {
    const current = element.current;
    current?.setAttribute("data-live", "");
    // A form that React replaced is already empty, and a reset would lose its default province.
    if (isShared) return current === servedForm ? current?.reset() : undefined;
    const initial = restoreForm(draw, servedForm ?? current, sessions);
    if (JSON.stringify(initial) !== JSON.stringify(latest.current)) replace(initial);
  }, []);
  const change = useCallback(
    (changes: Partial<CheckoutForm>, field: ProblemField) => {
      replace({ ...latest.current, ...changes });
      sessions.storeForm(draw.id, isShared ? null : withoutAttestations(latest.current));
      setProblems((before) => clearSolvedProblems(before, field, draw, latest.current));
    },
    [draw, replace, sessions, isShared],
  );
  const set: FormControl["set"] = useCallback((field, value) => change({ [field]: value }, field), [change]);
  const setAddOn: FormControl["setAddOn"] = useCallback(
    (poolId, packageId, quantity) => {
      const { addOns, addOnQuantities } = latest.current;
      const changes = {
        addOns: { ...addOns, [poolId]: packageId },
        addOnQuantities: { ...addOnQuantities, [poolId]: quantity },
      };
      change(changes, `addOns.${poolId}`);
    },
    [change],
  );
  return { form, problems, set, setAddOn, setProblems };
}

export function chooseOffer({ set }: FormControl, choice: string): void {
  set("choice", choice);
  set("quantity", 1);
}

function withoutAttestations(form: CheckoutForm): CheckoutForm {
  return { ...form, age: false, location: false, rules: false };
}

const textFields = [...buyerFields, "province", "teamId"] as const;

const attestationFields = ["age", "location", "rules"] as const;

/**
 * The form in the server's HTML. If a browser translates the page before hydration, React replaces the form, and only
 * the old one has the buyer's input.
 */
function findServedForm(): HTMLFormElement | null {
  if (typeof document === "undefined") return null;
  return document.querySelector<HTMLFormElement>("form[data-order-form]:not([data-live])");
}

/** Without the defaults. */
function readEarlyInput(draw: CheckoutDraw, element: HTMLFormElement | null): Partial<CheckoutForm> {
  if (!element) return {};
  const data = new FormData(element);
  const defaults = createEmptyForm(draw);
  const texts = textFields
    .map((field) => [field, String(data.get(field) ?? "")] as const)
    .filter(([field, text]) => text !== "" && text !== defaults[field]);
  const attestations = attestationFields.filter((field) => data.has(field)).map((field) => [field, true]);
  return Object.fromEntries([...texts, ...attestations]);
}

/** By pool, without the defaults. */
function readEarlyAddOns(element: HTMLFormElement | null): Record<string, string> {
  const inputs = element?.querySelectorAll<HTMLInputElement>('input[name^="add-on-"]:checked') ?? [];
  return Object.fromEntries(
    [...inputs]
      .filter(({ defaultChecked }) => !defaultChecked)
      .map(({ name, value }) => [name.slice("add-on-".length), value]),
  );
}

function restoreForm(draw: CheckoutDraw, element: HTMLFormElement | null, sessions: SessionStore): CheckoutForm {
  const stored = withoutAttestations({ ...createEmptyForm(draw), ...sessions.read(draw.id).form });
  const choice = findChosenOffer(draw, stored) ? stored.choice : createEmptyForm(draw).choice;
  const earlyChoice = element ? new FormData(element).get("choice") : null;
  const hasEarlyChoice = typeof earlyChoice === "string" && earlyChoice !== createEmptyForm(draw).choice;
  const addOns = { ...stored.addOns, ...readEarlyAddOns(element) };
  const province = draw.provinces.length === 1 ? createEmptyForm(draw).province : stored.province;
  return {
    ...stored,
    addOns,
    province,
    choice: hasEarlyChoice ? earlyChoice : choice,
    ...readEarlyInput(draw, element),
  };
}
