import { mainPoolId } from "@/lib/draws/rules";
import { isEmailAddress } from "@/lib/email-address";
import type { Availability, Basket } from "@/lib/orders/rules.lines";
import { findMissingPools, findPoolsOverCapacity, findPoolsOverOrderLimit, priceLines } from "@/lib/orders/rules.lines";
import { isPhoneNumber } from "@/lib/phone-number";
import type { FieldProblem, FieldProblemKey } from "@/lib/platform/http/reasons";
import { isPostalCode } from "@/lib/postal-address";
import { toBasket } from "./basket";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";
import { findChosenOffer } from "./checkout-form";
import type { FormProblems, ProblemField } from "./field-problems";
import { fieldOrder } from "./field-problems";

/** The same checks as the server's (lib/orders), so that buyers see problems without waiting for it. */
export function checkForm(draw: CheckoutDraw, form: CheckoutForm, availability: Availability): FormProblems {
  const problems: [ProblemField, FieldProblemKey | undefined][] = [
    ...checkBasket(draw, form, availability),
    ["name", checkText(form.name, (name) => name.length >= 2 && name.length <= 64)],
    ["email", checkText(form.email, isEmailAddress)],
    ["phone", checkOptionalText(form.phone, isPhoneNumber)],
    ["province", form.province ? undefined : "required"],
    ["postalCode", checkOptionalText(form.postalCode, isPostalCode)],
    ["age", checkBox(form.age)],
    ["location", checkBox(form.location)],
    ["rules", checkBox(form.rules)],
  ];
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

export function pickDetailProblems(problems: FormProblems): FormProblems {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => detailFields.has(field)));
}

export function pickChoiceProblems(problems: FormProblems): FormProblems {
  const isChoice = (field: string) => field === "choice" || field === "quantity" || field.startsWith("addOns.");
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isChoice(field)));
}

export function toFormProblems(fields: readonly FieldProblem[], basket: Pick<Basket, "lines">): FormProblems {
  const problems = fields.flatMap(({ field, problem }) => {
    const formField = findField(field, basket);
    return formField ? [[formField, problem] as const] : [];
  });
  return Object.fromEntries(problems.reverse());
}

const serverFieldPatterns: readonly [RegExp, ProblemField][] = [
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

function checkText(text: string, isValid: (trimmed: string) => boolean): FieldProblemKey | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return "required";
  return isValid(trimmed) ? undefined : "malformed";
}

function checkOptionalText(text: string, isValid: (trimmed: string) => boolean): FieldProblemKey | undefined {
  return text.trim() === "" ? undefined : checkText(text, isValid);
}

function checkBox(isAccepted: boolean): FieldProblemKey | undefined {
  return isAccepted ? undefined : "must-accept";
}

function getPoolField(poolId: string, basket: Pick<Basket, "lines">): ProblemField {
  const isAddOn = basket.lines.some((line) => line.poolId === poolId);
  return poolId === mainPoolId || !isAddOn ? "choice" : `addOns.${poolId}`;
}

function checkBasket(
  draw: CheckoutDraw,
  form: CheckoutForm,
  availability: Availability,
): [ProblemField, FieldProblemKey][] {
  const basket = toBasket(draw, form, availability);
  const { lines, problems } = priceLines(draw.catalogue, basket, availability.now);
  const excessIds = [...findPoolsOverOrderLimit(draw.catalogue, lines), ...findPoolsOverCapacity(lines, availability)];
  const missingIds = problems.length > 0 ? [] : findMissingPools(draw.catalogue, lines, availability);
  return [
    ...(findChosenOffer(draw, form) ? [] : [["choice", "required"] as [ProblemField, FieldProblemKey]]),
    ...problems.map((): [ProblemField, FieldProblemKey] => ["choice", "not-in-draw"]),
    ...missingIds.map((poolId): [ProblemField, FieldProblemKey] => [`addOns.${poolId}`, "required"]),
    ...excessIds.map((poolId): [ProblemField, FieldProblemKey] => [getPoolField(poolId, basket), "too-large"]),
  ];
}

/** Reads `lines.2.packageId` or `lines.truck` (a pool may be named `2`). Undefined for a bundle. */
function findPoolId(path: string, { lines }: Pick<Basket, "lines">): string | undefined {
  const [root, name, property] = path.split(".");
  if (root !== "lines") return undefined;
  return property === undefined ? name : lines[Number(name)]?.poolId;
}

function findField(path: string, basket: Pick<Basket, "lines">): ProblemField | undefined {
  const billing = /^payment\.billing\.(\w+)$/.exec(path)?.[1];
  if (billing) return billingFields[billing];
  const poolId = findPoolId(path, basket);
  if (poolId) return poolId === mainPoolId ? "choice" : `addOns.${poolId}`;
  const match = serverFieldPatterns.find(([pattern]) => pattern.test(path));
  const name = match?.[0].exec(path)?.[1];
  return fieldOrder.includes(name ?? "") ? (name as ProblemField) : match?.[1];
}
