import { useMemo } from "react";
import { encode } from "uqr";

type QrCodeProps = {
  text: string;
  label: string;
  isBare?: boolean;
  className?: string;
};

/** In modules. Readers need a light border of four. */
const quietZone = 4;

function findRuns(row: readonly boolean[]): [start: number, width: number][] {
  const runs: [start: number, width: number][] = [];
  row.forEach((isDark, x) => {
    if (!isDark) return;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}

function toPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => findRuns(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)).join("");
}

export function QrCode({ text, label, isBare = false, className = "" }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: "M", border: isBare ? 0 : quietZone });
    return { size: data.length, path: toPath(data) };
  }, [text, isBare]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
