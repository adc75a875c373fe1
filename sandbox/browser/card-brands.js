// The first matching brand counts.
const brands = [
  { name: "amex", prefix: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  { name: "diners", prefix: /^(36|38|39|30[0-5])/, lengths: [14, 16, 19], groups: [4, 6, 4, 5] },
  { name: "discover", prefix: /^(6011|64[4-9]|65)/, lengths: [16, 19], groups: [4, 4, 4, 4, 3] },
  { name: "jcb", prefix: /^35(2[89]|[3-8])/, lengths: [16, 19], groups: [4, 4, 4, 4, 3] },
  { name: "mastercard", prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], groups: [4, 4, 4, 4] },
  {
    name: "maestro",
    prefix: /^(50(18|20|38)|6304|67)/,
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    groups: [4, 4, 4, 4, 3],
  },
  { name: "visa", prefix: /^4/, lengths: [13, 16, 19], groups: [4, 4, 4, 4, 3] },
];
const unknownBrand = { name: "unknown", lengths: [], groups: [4, 4, 4, 4, 3] };

export function detectBrand(digits) {
  return findBrand(digits).name;
}

/** Grouped as the brand prints them, cut after its longest number. */
export function groupDigits(digits) {
  const { groups, lengths } = findBrand(digits);
  let rest = digits.slice(0, Math.max(...lengths, lengths.length === 0 ? 19 : 0));
  const parts = [];
  for (const size of groups) {
    if (rest === "") break;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(" ");
}

/** All brands are allowed if `allowed` is undefined. */
export function isWholeNumber(digits, allowed) {
  const { name, lengths } = findBrand(digits);
  const isAllowed = allowed === undefined || allowed.includes(name);
  return isAllowed && lengths.includes(digits.length) && hasRightCheckDigit(digits);
}

/** No further digit could make the number valid, or it is wrong and has the usual length. */
export function isHopelessNumber(digits, allowed) {
  const { name, lengths } = findBrand(digits);
  if (digits.length >= 6 && (name === "unknown" || (allowed !== undefined && !allowed.includes(name)))) return true;
  const usual = lengths.includes(16) ? 16 : Math.max(0, ...lengths);
  return usual > 0 && digits.length >= usual && !isWholeNumber(digits, allowed);
}

function hasRightCheckDigit(digits) {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighted = index % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

function findBrand(digits) {
  return brands.find(({ prefix }) => prefix.test(digits)) ?? unknownBrand;
}
