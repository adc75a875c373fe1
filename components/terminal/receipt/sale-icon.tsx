import { IconOutline } from "@/components/ui/icon-outline";

/** Outlines on a 24 by 24 grid, from Lucide (ISC licence), that only the terminal draws. */
const paths = {
  cash: [
    "M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2z",
    "M10 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
    "M6 12h.01M18 12h.01",
  ],
  card: ["M4 5h16a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2z", "M2 10h20M6 14h2"],
  phone: ["M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-16a2 2 0 0 1 2 -2z", "M12 18h.01"],
  backspace: [
    "M10 5a2 2 0 0 0-1.344.519l-6.328 5.74a1 1 0 0 0 0 1.481l6.328 5.741A2 2 0 0 0 10 19h10a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2z",
    "m12 9l6 6m0-6l-6 6",
  ],
  printer: [
    "M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2",
    "M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6",
    "M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z",
  ],
} as const satisfies Record<string, readonly string[]>;

/** Name of an icon of the terminal. */
export type SaleIconName = keyof typeof paths;

/** An icon of the terminal. */
export function SaleIcon({ name, className = "size-6 shrink-0" }: { name: SaleIconName; className?: string }) {
  return <IconOutline paths={paths[name]} className={className} />;
}
