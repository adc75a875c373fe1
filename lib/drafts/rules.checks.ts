import { canTakeMoney } from "@/lib/draws/account/rules";
import { getGrandPrizeDate, getSchedule } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import template from "@/lib/draws/template.json";
import { minuteMs } from "@/lib/durations";
import { getMinimumAge, listResidences, listSalePlaces } from "@/lib/eligibility/rules";
import type { FieldProblem } from "@/lib/platform/http/reasons";
import type { ProvinceCode } from "@/lib/postal-address";
import { isConfirmed } from "@/lib/provinces/rules";
import { provinceRules } from "@/lib/provinces/rules.table";
import type { DraftStep } from "./rules.steps";
import { draftSteps, findStep } from "./rules.steps";

export const checkIds = [
  "incomplete",
  "example-text",
  "organization-missing",
  "support-email-missing",
  "licence-missing",
  "second-licence-missing",
  "rules-missing",
  "french-missing",
  "closed-already",
  "opens-at-once",
  "drawn-before-close",
  "drawn-at-close",
  "closes-late",
  "prize-missing",
  "capacity-missing",
  "age-too-low",
  "credentials-missing",
  "ip-source-missing",
  "test-draw",
] as const;

export type CheckId = (typeof checkIds)[number];

/** A finding of the check list. `blocks` keeps from publishing. An unconfirmed rule of a province only warns. */
export type DraftCheck = {
  id: CheckId;
  level: "blocks" | "warns";
  step: DraftStep;
  /** The path of the field to change. */
  field: string;
  values?: Record<string, string | number>;
};

export type CheckFacts = {
  now: Date;
  mode: "demo" | "test" | "live";
  hasIpSource: boolean;
  hasCredentials: boolean;
  /** Publishing opens sales. Otherwise the draw was approved before. */
  opensSales: boolean;
  /** What an import would refuse. */
  problems: readonly FieldProblem[];
};

/** What an import would refuse, or what no sale could do without, even of a draw that was approved before. */
const alwaysBlocking: readonly CheckId[] = ["incomplete", "ip-source-missing"];

/** The fields that decide the findings of a check, beside the one that it names. */
const decidingFields: Partial<Record<DraftStep, readonly string[]>> = {
  dates: ["startDate", "endDate", "dates", "prizes", "province"],
  buyers: ["province", "enabledProvinces", "residenceProvinces", "minimumAge"],
};

/**
 * `unfitFields` are those with problems, which `draw` doesn't have as they were entered, so nothing is found of them.
 * `draw` is null if nothing of the draft can be read. A draw that was approved before sells as it is, so what it has
 * always lacked must not keep a correction from its buyers.
 */
export function listDraftChecks(
  draw: Draw | null,
  facts: CheckFacts,
  unfitFields: ReadonlySet<string> = new Set(),
): DraftCheck[] {
  const isKnown = ({ id, step, field }: DraftCheck) =>
    id === "incomplete" ||
    ![field.split(".")[0] ?? "", ...(decidingFields[step] ?? [])].some((each) => unfitFields.has(each));
  const checks = findDraftChecks(draw, facts).filter(isKnown);
  if (facts.opensSales) return checks;
  return checks.map((check) => (alwaysBlocking.includes(check.id) ? check : { ...check, level: "warns" }));
}

function findDraftChecks(draw: Draw | null, facts: CheckFacts): DraftCheck[] {
  const incomplete = draftSteps.flatMap((step) => {
    const problems = facts.problems.filter(({ field }) => findStep(field) === step);
    const [first] = problems;
    return first ? [{ ...createCheck("incomplete", "blocks", first.field), values: { count: problems.length } }] : [];
  });
  const credentials = facts.hasCredentials ? [] : [createCheck("credentials-missing", "blocks", "apiKeys")];
  if (!draw) return [...incomplete, ...credentials];
  return [
    ...incomplete,
    ...checkTexts(draw),
    ...checkLicences(draw),
    ...checkSchedule(draw, facts),
    ...checkSale(draw, facts),
    ...checkAge(draw),
    ...credentials,
  ];
}

function createCheck(id: CheckId, level: DraftCheck["level"], field: string): DraftCheck {
  return { id, level, step: findStep(field), field };
}

type Text = Draw["title"];

const isEmpty = (text: Text) => (typeof text === "string" ? text : `${text.en}${text.fr ?? ""}`).trim() === "";

function checkTexts(draw: Draw): DraftCheck[] {
  const checks: DraftCheck[] = [];
  const examples: readonly string[] = Object.values(template);
  const isExample = (text: Text) => [typeof text === "string" ? text : text.en].some((each) => examples.includes(each));
  for (const field of ["title", "organization", "description", "rules"] as const) {
    if (!isEmpty(draw[field]) && isExample(draw[field])) checks.push(createCheck("example-text", "blocks", field));
  }
  if (draw.supportEmail === template.supportEmail) checks.push(createCheck("example-text", "blocks", "supportEmail"));
  if (!draw.supportEmail) checks.push(createCheck("support-email-missing", "warns", "supportEmail"));
  if (isEmpty(draw.organization)) checks.push(createCheck("organization-missing", "blocks", "organization"));
  if (isEmpty(draw.rules)) checks.push(createCheck("rules-missing", "blocks", "rules"));
  const field =
    listResidences(draw).includes("QC") && listSalePlaces(draw).includes("QC") ? findTextWithoutFrench(draw) : null;
  if (field) checks.push(createCheck("french-missing", "blocks", field));
  return checks;
}

/** A plain text counts for both languages, except where it is sentences. */
function findTextWithoutFrench(draw: Draw): string | null {
  const sentences = (["description", "rules"] as const).find(
    (field) => typeof draw[field] === "string" && !isEmpty(draw[field]),
  );
  return sentences ?? findPathWithoutFrench(draw, "");
}

function findPathWithoutFrench(value: unknown, path: string): string | null {
  if (value === null || typeof value !== "object") return null;
  if ("en" in value && typeof value.en === "string") {
    return value.en.trim() !== "" && !("fr" in value && value.fr) ? path : null;
  }
  for (const [key, part] of Object.entries(value)) {
    const found = findPathWithoutFrench(part, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return null;
}

function checkLicences(draw: Draw): DraftCheck[] {
  const second = draw.secondDraws.findIndex(({ license, settings }) => settings.enabled && license === "");
  return [
    ...(draw.license === "" ? [createCheck("licence-missing", draw.isTestDraw ? "warns" : "blocks", "license")] : []),
    ...(second >= 0 ? [createCheck("second-licence-missing", "warns", `secondDraws.${second}.license`)] : []),
  ];
}

function checkSchedule(draw: Draw, { now, opensSales }: CheckFacts): DraftCheck[] {
  const { opensAt, closesAt, drawsAt } = getSchedule(draw);
  const checks: DraftCheck[] = [];
  const endField = draw.dates.length > 1 ? `dates.${draw.dates.length - 2}` : "endDate";
  if (opensSales && closesAt <= now) checks.push(createCheck("closed-already", "blocks", endField));
  else if (opensSales && opensAt <= now) checks.push(createCheck("opens-at-once", "warns", "startDate"));
  if (drawsAt < closesAt) checks.push(createCheck("drawn-before-close", "warns", endField));
  const gap = provinceRules[draw.province].closingMinutes;
  const gapMinutes = (drawsAt.getTime() - closesAt.getTime()) / minuteMs;
  if (gap && drawsAt >= closesAt && gapMinutes < gap.value) {
    const level = isConfirmed(gap) ? "blocks" : "warns";
    checks.push({ ...createCheck("closes-late", level, endField), values: { minutes: gap.value } });
  } else if (getGrandPrizeDate(draw)?.getTime() === closesAt.getTime()) {
    checks.push(createCheck("drawn-at-close", "warns", endField));
  }
  return checks;
}

function checkSale(draw: Draw, { mode, hasIpSource }: CheckFacts): DraftCheck[] {
  const isRaffle = draw.type === "Prize raffle";
  const hasPrize = (draw.prizes["Grand Prize"] ?? []).length > 0;
  return [
    ...(isRaffle && !hasPrize ? [createCheck("prize-missing", "blocks", "prizes.Grand Prize")] : []),
    ...(draw.maxTickets === null ? [createCheck("capacity-missing", isRaffle ? "blocks" : "warns", "maxTickets")] : []),
    ...(mode === "live" && draw.checkoutAccess.requireIPCheck && !hasIpSource
      ? [createCheck("ip-source-missing", "blocks", "checkoutAccess.requireIPCheck")]
      : []),
    ...(draw.isTestDraw ? [createCheck("test-draw", canTakeMoney(draw, mode) ? "warns" : "blocks", "isTestDraw")] : []),
  ];
}

/** Buyers must be old enough where the draw is licensed and wherever it sells. */
function checkAge(draw: Draw): DraftCheck[] {
  const provinces: ProvinceCode[] = [...new Set([draw.province, ...listSalePlaces(draw)])];
  const age = getMinimumAge(draw);
  const broken = provinces.filter((province) => age < provinceRules[province].minimumAge.value);
  const isBlocking = (province: ProvinceCode) => isConfirmed(provinceRules[province].minimumAge);
  const [province] = [...broken.filter(isBlocking), ...broken];
  if (!province) return [];
  const values = { province, age: provinceRules[province].minimumAge.value };
  return [{ ...createCheck("age-too-low", isBlocking(province) ? "blocks" : "warns", "minimumAge"), values }];
}
