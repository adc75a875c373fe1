import { useTranslations } from "next-intl";
import type { DrawOption } from "@/components/console/use-draw-titles";
import { Button } from "@/components/ui/button";

/** With more, choosing from the list of draws is quicker than reading the buttons. */
const maxButtons = 6;

type QuestionProps = {
  draws: readonly DrawOption[];
  /** The draws that sell now. */
  currentIds: readonly string[];
  onDraw: (instanceId: string) => void;
};

/** Asks which draw a name or ticket number is of. Offers the draws that sell now, or else the newest ones. */
export function DrawQuestion({ draws, currentIds, onDraw }: QuestionProps) {
  const t = useTranslations("console.orders.search");
  const current = draws.filter(({ id }) => currentIds.includes(id));
  const offered = (current.length > 0 ? current : draws).slice(0, maxButtons);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-muted">{t("needsDraw")}</p>
      <ul className="flex flex-wrap gap-2">
        {offered.map(({ id, label }) => (
          <li key={id} className="min-w-0">
            <Button variant="secondary" onClick={() => onDraw(id)}>
              {label}
            </Button>
          </li>
        ))}
      </ul>
      {draws.length > offered.length ? <p className="text-muted text-sm">{t("otherDraws")}</p> : null}
    </div>
  );
}
