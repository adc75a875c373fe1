import { useTranslations } from "next-intl";

const brands = [
  { id: "visa", name: "Visa" },
  { id: "mastercard", name: "Mastercard" },
  { id: "amex", name: "Amex" },
  { id: "discover", name: "Discover" },
] as const;

/** The marks of the cards that are taken; the one whose number is being typed stands out. */
export function CardBrands({ brand }: { brand: string | null }) {
  const t = useTranslations("checkout");
  return (
    <ul aria-label={t("cardsAccepted")} className="card-brands">
      {brands.map(({ id, name }) => (
        <li key={id} className={`brand ${id}${brand && id !== brand ? " opacity-30" : ""}`}>
          {name}
        </li>
      ))}
    </ul>
  );
}
