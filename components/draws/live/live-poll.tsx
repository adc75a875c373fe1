import type { CSSProperties } from "react";
import { useState } from "react";
import { pollQuery } from "@/components/ui/query-client";
import { useFormatters } from "@/components/ui/use-formatters";
import { liveQuery } from "@/lib/draws/client";
import type { LiveState } from "@/lib/draws/rules.projection";

function Character({ character }: { character: string }) {
  if (!/\d/.test(character)) return <span>{character}</span>;
  return (
    <span className="roll" style={{ "--digit": character } as CSSProperties}>
      {character}
    </span>
  );
}

function getWholeLength(amount: string): number {
  return /^(.*?\d)(?:[.,]\d\d)?\D*$/.exec(amount)?.[1]?.length ?? amount.length;
}

export function PrizeRoll({ prize, amount }: { prize: number; amount: string }) {
  const { shortDollars } = useFormatters();
  const [last, setLast] = useState({ prize, growth: 0 });
  if (last.prize !== prize) setLast({ prize, growth: prize - last.prize });
  const characters = [...amount];
  const whole = getWholeLength(amount);
  return (
    <>
      <span translate="no" className="sr-only">
        {amount}
      </span>
      <span translate="no" aria-hidden="true">
        {characters.map((character, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place counted from the cents stays as the amount grows
          <Character key={index - whole} character={character} />
        ))}
      </span>
      {last.growth > 0 ? (
        <span key={prize} aria-hidden="true" className="growth">
          {`+${shortDollars(last.growth)}`}
        </span>
      ) : null}
    </>
  );
}

export type LiveSource = { drawId: string; refreshMs: number; initial: LiveState };

export type LivePoll = { refresh: () => void; stop: () => void; PrizeRoll: typeof PrizeRoll };

export function startPoll({ drawId, refreshMs, initial }: LiveSource, onData: (live: LiveState) => void): LivePoll {
  const { observer, stop } = pollQuery(liveQuery(drawId, refreshMs, initial), { onData });
  return { refresh: () => void observer.refetch(), stop, PrizeRoll };
}
