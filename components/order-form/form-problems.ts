import { isPostalCode } from "@/lib/address";
import { mainPoolId } from "@/lib/draws/rules";
import { isEmailAddress } from "@/lib/email-address";
import type { Availability, Basket } from "@/lib/orders/rules.lines";
import { findMissingPools, findPoolsOverCapacity, findPoolsOverOrderLimit, priceLines } from "@/lib/orders/rules.lines";
import { isPhoneNumber } from "@/lib/phone-number";
import type { FieldProblem, FieldProblemKey } from "@/lib/platform/http/reasons";

import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";
import { findChosenOffer, toBasket } from "./checkout-form";
import type { FormProblems, ProblemField } from "./field-problems";
import { fieldOrder } from "./field-problems";

const serverFields: readonly [RegExp, ProblemField][] = [
  [/^(lines|bundles)\b/, "choice"],
  [/^teamId$/, "teamId"],
  [/^buyer\.(name|email|phone|province|postalCode)$/, "name"],
  [/^buyer$/, "name"],
  [/^attestations\.(age|location|rules)$/, "age"],
];

const billingFields: Record<string, ProblemField> = {
  name: "name",
  email_address: "email",
  phone_number: "phone",
  province: "province",
  postal_code: "postalCode",
};

const detailFields = new Set<string>(Object.values(billingFields));

function textProblem(text: string, isRight: (trimmed: string) => boolean): FieldProblemKey | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return "required";
  return isRight(trimmed) ? undefined : "malformed";
}

function optionalProblem(text: string, isRight: (trimmed: string) => boolean): FieldProblemKey | undefined {
  return text.trim() === "" ? undefined : textProblem(text, isRight);
}

function boxProblem(isAccepted: boolean): FieldProblemKey | undefined {
  return isAccepted ? undefined : "must-accept";
}

function fieldOfPool(poolId: string, basket: Pick<Basket, "lines">): ProblemField {
  const isOwnLine = basket.lines.some((line) => line.poolId === poolId);
  return poolId === mainPoolId || !isOwnLine ? "choice" : `addOns.${poolId}`;
}

function basketProblems(
  draw: CheckoutDraw,
  form: CheckoutForm,
  availability: Availability,
): [ProblemField, FieldProblemKey][] {
  const basket = toBasket(draw, form, availability);
  const { lines, problems } = priceLines(draw.catalogue, basket, availability.now);
  const tooMany = [...findPoolsOverOrderLimit(draw.catalogue, lines), ...findPoolsOverCapacity(lines, availability)];
  const missing = problems.length > 0 ? [] : findMissingPools(draw.catalogue, lines, availability);
  return [
    ...(findChosenOffer(draw, form) ? [] : [["choice", "required"] as [ProblemField, FieldProblemKey]]),
    ...problems.map((): [ProblemField, FieldProblemKey] => ["choice", "not-in-draw"]),
    ...missing.map((poolId): [ProblemField, FieldProblemKey] => [`addOns.${poolId}`, "required"]),
    ...tooMany.map((poolId): [ProblemField, FieldProblemKey] => [fieldOfPool(poolId, basket), "too-large"]),
  ];
}

/** Makes the same checks as the server (lib/orders), so that a buyer sees problems at once. */
export function checkForm(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): FormProblems {
  const problems: [ProblemField, FieldProblemKey | undefined][] = [
    ...basketProblems(draw, form, availability),
    ["name", textProblem(form.name, (name) => name.length >= 2 && name.length <= 64)],
    ["email", textProblem(form.email, isEmailAddress)],
    ["phone", optionalProblem(form.phone, isPhoneNumber)],
    ["province", form.province ? undefined : "required"],
    ["postalCode", optionalProblem(form.postalCode, isPostalCode)],
    ["age", boxProblem(form.age)],
    ["location", boxProblem(form.location)],
    ["rules", boxProblem(form.rules)],
  ];
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

export function detailProblems(problems: FormProblems): FormProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => detailFields.has(field)));
}

export function choiceProblems(problems: FormProblems): FormProblems {
  const isChoice = (field: string) => field === "choice" || field === "quantity" || field.startsWith("addOns.");
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isChoice(field)));
}

/** Reads `lines.2.packageId` or `lines.truck` (a pool may be named `2`). Undefined for a bundle. */
function poolOfPath(path: string, { lines }: Pick<Basket, "lines">): string | undefined {
  const [root, name, inside] = path.split(".");
  if (root !== "lines") return undefined;
  return inside === undefined ? name : lines[Number(name)]?.poolId;
}

function findField(path: string, basket: Pick<Basket, "lines">): ProblemField | undefined {
  const billing = /^payment\.billing\.(\w+)$/.exec(path)?.[1];
  if (billing) return billingFields[billing];
  const poolId = poolOfPath(path, basket);
  if (poolId) return poolId === mainPoolId ? "choice" : `addOns.${poolId}`;
  const match = serverFields.find(([pattern]) => pattern.test(path));
  const name = match?.[0].exec(path)?.[1];
  return fieldOrder.includes(name ?? "") ? (name as ProblemField) : match?.[1];
}

export function toFormProblems(fields: readonly FieldProblem[], basket: Pick<Basket, "lines">): FormProblems {
  const problems = fields.flatMap(({ field, problem }) => {
    const own = findField(field, basket);
    return own ? [[own, problem] as const] : [];
  });
  return Object.fromEntries(problems.reverse());
}
