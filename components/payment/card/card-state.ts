import type { CardEvent, CardFieldType } from "./custom-checkout";

/** `error` is the provider's error type, or `missingError`. */
export type CardFieldState = { empty: boolean; complete: boolean; error: string | null };

export type CardState = { fields: Record<CardFieldType, CardFieldState>; brand: string | null };

export const cardFieldTypes = ["card-number", "expiry", "cvv"] as const satisfies readonly CardFieldType[];

export const missingError = "Missing";
export const emptyField: CardFieldState = { empty: true, complete: false, error: null };

export const emptyCard: CardState = {
  fields: { "card-number": emptyField, expiry: emptyField, cvv: emptyField },
  brand: null,
};

function isCardField(field: string): field is CardFieldType {
  return cardFieldTypes.some((type) => type === field);
}

function applyFieldEvent(field: CardFieldState, event: CardEvent): CardFieldState {
  if (event.type !== undefined) return { ...field, complete: false, error: event.type };
  const empty = event.empty ?? (event.complete ? false : field.empty);
  const complete = event.complete ?? (empty ? false : field.complete);
  const isErrorOver = complete || event.empty === true || (!empty && field.error === missingError);
  return { empty, complete, error: isErrorOver ? null : field.error };
}

export function applyCardEvent(card: CardState, event: CardEvent): CardState {
  if (event.brand !== undefined) return { ...card, brand: event.brand === "unknown" ? null : event.brand };
  if (!isCardField(event.field)) return card;
  return { ...card, fields: { ...card.fields, [event.field]: applyFieldEvent(card.fields[event.field], event) } };
}
