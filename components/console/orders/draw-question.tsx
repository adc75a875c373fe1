import { useTranslations } from "next-intl";
import { Disclosure } from "@/components/console/disclosure";
import type { DrawOption } from "@/components/console/use-draw-titles";
import { Button } from "@/components/ui/button";
import type { DrawName } from "@/lib/draws/client";
import { dayMs } from "@/lib/durations";

/** The others are behind a fold, so that the likely ones are read first. */
const maxButtons = 6;

/** Somebody still asks about a draw for this long after its drawing. */
const askedAfterMs = 14 * dayMs;

type DatedDraw = Pick<DrawName, "id" | "salesOpen" | "drawsAt" | "isTest">;

/** Draws on sale and those drawn lately come first, test draws last. Of each, the nearest drawing is first. */
export function listByLikelihood(draws: readonly DatedDraw[], now: number): string[] {
  const getSinceMs = ({ drawsAt }: DatedDraw) => now - Date.parse(drawsAt);
  const wasDrawnLately = (draw: DatedDraw) => getSinceMs(draw) >= 0 && getSinceMs(draw) < askedAfterMs;
  const getRank = (draw: DatedDraw) => (draw.isTest ? 2 : Number(!draw.salesOpen && !wasDrawnLately(draw)));
  return draws
    .toSorted((a, b) => getRank(a) - getRank(b) || Math.abs(getSinceMs(a)) - Math.abs(getSinceMs(b)))
    .map(({ id }) => id);
}

type QuestionProps = {
  options: readonly DrawOption[];
  draws: readonly DatedDraw[];
  onDraw: (instanceId: string) => void;
};

/** Asks which draw a name or ticket number is of. */
export function DrawQuestion({ options, draws, onDraw }: QuestionProps) {
  const t = useTranslations("console.orders.search");
  const ids = listByLikelihood(draws, Date.now());
  const ordered = options.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const others = ordered.slice(maxButtons);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-muted">{t("needsDraw")}</p>
      <DrawButtons options={ordered.slice(0, maxButtons)} onDraw={onDraw} />
      {others.length > 0 ? (
        <Disclosure title={t("moreDraws", { count: others.length })} isClosedAtFirst>
          <DrawButtons options={others} onDraw={onDraw} />
        </Disclosure>
      ) : null}
    </div>
  );
}

function DrawButtons({ options, onDraw }: Pick<QuestionProps, "options" | "onDraw">) {
  return (
    <ul className="flex flex-wrap gap-2">
      {options.map(({ id, label }) => (
        <li key={id} className="min-w-0">
          <Button variant="secondary" onClick={() => onDraw(id)}>
            {label}
          </Button>
        </li>
      ))}
    </ul>
  );
}
