import { useMemo } from "react";
import { encode } from "uqr";

type QrCodeProps = {
  text: string;
  /** What it is, for those who do not see it. */
  label: string;
  className?: string;
};

/** Light modules around the code: readers want four. */
const quietZone = 4;

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
}

/** A text as a QR code, black on white in light and dark alike, with its quiet zone. */
export function QrCode({ text, label, className = "" }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: "M", border: quietZone });
    return { size: data.length, path: pathOf(data) };
  }, [text]);
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
