import type { Prizes } from "@/lib/draws/prizes/rules.winners";
import { getCutOff, getSchedule, getSecondDrawDate } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import type { FieldProblem } from "@/lib/platform/http/reasons";

/** Cut-offs are of early birds. Each is during sales of its pool, and no later than its drawing. */
export function findCutOffProblems(draw: Draw): FieldProblem[] {
  const { opensAt, closesAt } = getSchedule(draw);
  const secondProblems = draw.secondDraws.flatMap((second, index) => {
    const opens = second.startDate ? new Date(second.startDate) : opensAt;
    const end = second.cutOffDate ? new Date(second.cutOffDate) : getSecondDrawDate(second);
    const closes = end && end < closesAt ? end : closesAt;
    return findPoolProblems(second.prizes, `secondDraws.${index}.prizes`, { opens, closes });
  });
  return [...findPoolProblems(draw.prizes, "prizes", { opens: opensAt, closes: closesAt }), ...secondProblems];
}

function findPoolProblems(prizes: Prizes, path: string, sales: { opens: Date; closes: Date }): FieldProblem[] {
  return Object.entries(prizes).flatMap(([type, list]) =>
    list.flatMap((prize, index): FieldProblem[] => {
      if (!prize.cutOffDate) return [];
      const field = `${path}.${type}.${index}.cutOffDate`;
      if (type !== "Early Bird") return [{ field, problem: "contradictory" }];
      const cutOff = Date.parse(prize.cutOffDate);
      const isDuringSales = cutOff > sales.opens.getTime() && cutOff <= sales.closes.getTime();
      const isBeforeDrawing = !prize.drawDate || cutOff <= Date.parse(prize.drawDate);
      return isDuringSales && isBeforeDrawing ? [] : [{ field, problem: "out-of-order" }];
    }),
  );
}

/**
 * Finds changed cut-offs of prizes, which are known by their places. One that follows its drawing's date may still move
 * with it, and be written down as it is.
 */
export function findLockedCutOffs(before: Draw, after: Draw): FieldProblem[] {
  const seconds = new Map(after.secondDraws.map((second, index) => [second.id, { ...second, index }]));
  const secondProblems = before.secondDraws.flatMap(({ id, prizes }) => {
    const second = seconds.get(id);
    return second ? compareCutOffs(prizes, second.prizes, `secondDraws.${second.index}.prizes`) : [];
  });
  return [...compareCutOffs(before.prizes, after.prizes, "prizes"), ...secondProblems];
}

function compareCutOffs(before: Prizes, after: Prizes, path: string): FieldProblem[] {
  const [earlier = [], later = []] = [before["Early Bird"], after["Early Bird"]];
  return earlier.flatMap((prize, index): FieldProblem[] => {
    const other = later[index];
    const isStated = prize.cutOffDate !== undefined || other?.cutOffDate !== undefined;
    const isSame = other !== undefined && getCutOff(prize)?.getTime() === getCutOff(other)?.getTime();
    return isStated && !isSame ? [{ field: `${path}.Early Bird.${index}.cutOffDate`, problem: "locked" }] : [];
  });
}
