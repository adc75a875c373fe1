import type { ProvinceCode } from "@/lib/address";

/** A help line for people who worry about gambling; shown as dialled. */
export type HelpLine = { name: string; phone: string };

/** Help lines that a regulator asks for by name; Ontario wants ConnexOntario on every electronic raffle ticket. */
const helpLines: Partial<Record<ProvinceCode, HelpLine>> = {
  ON: { name: "ConnexOntario", phone: "1-866-531-2600" },
};

/** The help line of a province, where the regulator names one. */
export function helpLineOf(province: ProvinceCode): HelpLine | undefined {
  return helpLines[province];
}
