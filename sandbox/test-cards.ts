export type CardBehaviour = { code: 1 | 7 | 54 | 55 | 158; slow: boolean };

/** Documented in docs/bambora.md, Test cards. */
export type TestCard = { number: string; brand: string; result: string; behaviour: CardBehaviour | "amount-switch" };

const approve: CardBehaviour = { code: 1, slow: false };
const decline: CardBehaviour = { code: 7, slow: false };

/** Below this amount, the amount-switch card is approved. Exactly $100 is unspecified and declined here. */
const amountSwitchCents = 10_000;

/** Any future expiry works. The security code is 123, or 1234 for Amex. */
export const testCards: readonly TestCard[] = [
  { number: "4030000010001234", brand: "Visa", result: "approved", behaviour: approve },
  { number: "5100000010001004", brand: "Mastercard", result: "approved", behaviour: approve },
  { number: "2223000048400011", brand: "Mastercard", result: "approved", behaviour: approve },
  { number: "371100001000131", brand: "Amex", result: "approved", behaviour: approve },
  { number: "6011500080009080", brand: "Discover", result: "approved", behaviour: approve },
  { number: "5204247750001471", brand: "Mastercard", result: "approved (Apple Pay)", behaviour: approve },
  { number: "349956959041362", brand: "Amex", result: "approved (Apple Pay)", behaviour: approve },
  { number: "6011000990911111", brand: "Discover", result: "approved (Apple Pay)", behaviour: approve },
  { number: "4003050500040005", brand: "Visa", result: "declined", behaviour: decline },
  { number: "5100000020002000", brand: "Mastercard", result: "declined", behaviour: decline },
  { number: "342400001000180", brand: "Amex", result: "declined", behaviour: decline },
  { number: "6011000900901111", brand: "Discover", result: "declined", behaviour: decline },
  { number: "4504481742333", brand: "Visa", result: "approved below $100, else declined", behaviour: "amount-switch" },
  { number: "4485349439401891", brand: "Visa", result: "slow, approved", behaviour: { code: 1, slow: true } },
  { number: "5396191225134160", brand: "Mastercard", result: "slow, approved", behaviour: { code: 1, slow: true } },
  { number: "4539939815032280", brand: "Visa", result: "slow, declined", behaviour: { code: 7, slow: true } },
  { number: "5366520542338805", brand: "Mastercard", result: "slow, declined", behaviour: { code: 7, slow: true } },
  { number: "4872385877270993", brand: "Visa", result: "slow, code 55", behaviour: { code: 55, slow: true } },
  { number: "4294215026184763", brand: "Visa", result: "slow, code 158", behaviour: { code: 158, slow: true } },
  { number: "4104631199283796", brand: "Visa", result: "slow, code 54", behaviour: { code: 54, slow: true } },
];

/** It is an assumption that unlisted cards are declined: the emulator's answer isn't documented. */
export function decideCard(number: string, amountCents: number): CardBehaviour {
  const behaviour = testCards.find((card) => card.number === number)?.behaviour ?? decline;
  if (behaviour !== "amount-switch") return behaviour;
  return amountCents < amountSwitchCents ? approve : decline;
}
