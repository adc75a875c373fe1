import { useMemo } from "react";
import { encode } from "uqr";

type QrCodeProps = {
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  /** It stands on white, four of its modules away from all else: that is its quiet zone. */
  isOnWhite?: boolean;
  className?: string;
};

/** Light modules around the code: readers want four. */
const quietZone = 4;

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}

/** A text as a QR code, black on white in light and dark alike, with its quiet zone unless its place has that. */
export function QrCode({ text, label, isOnWhite = false, className = "" }: QrCodeProps) {
  const border = isOnWhite ? 0 : quietZone;
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: "M", border });
    return { size: data.length, path: pathOf(data) };
  }, [text, border]);
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
