import { Icon as Drawing } from "@iconify/react/offline";

import data from "./sale-icon-data.json";

/** Name of an icon that only the terminal draws, with Lucide's. */
export const saleIconNames = {
  cash: "banknote",
  card: "credit-card",
  phone: "smartphone",
  backspace: "delete",
  printer: "printer",
} as const;

/** Name of an icon of the terminal. */
export type SaleIconName = keyof typeof saleIconNames;

/** An icon of the terminal. */
export function SaleIcon({ name, className = "size-6 shrink-0" }: { name: SaleIconName; className?: string }) {
  return <Drawing icon={{ body: data[name], width: 24, height: 24 }} className={className} />;
}
