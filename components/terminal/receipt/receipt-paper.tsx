import { QrCode } from "@/components/ui/qr-code";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { PaperPart } from "@/lib/receipts/paper/rules.parts";
import type { PaperWidth } from "@/lib/terminal/device/rules.registration";
import type { Receipt } from "@/lib/terminal/orders/rules.receipt";

/**
 * Printers for 58 mm rolls print 48 mm, those for 80 mm print 72 mm. Text has at least 7 pt, the smallest size that
 * thermal printers print well.
 */
const paperStyles = {
  58: { paper: "w-[58mm] px-[5mm] text-[7pt] leading-[1.14]", number: "text-[14pt]", small: "text-[7pt]" },
  80: { paper: "w-[80mm] px-[4mm] text-[7.5pt] leading-[1.15]", number: "text-[18pt]", small: "text-[7pt]" },
  sheet: {
    paper:
      "w-[80mm] px-[4mm] text-[10pt] leading-tight print:block print:w-[170mm] print:columns-2 print:gap-[8mm] print:*:mb-[2.5mm] print:*:break-inside-avoid",
    number: "text-[23pt]",
    small: "text-[8.5pt]",
  },
} as const;

type PaperStyle = (typeof paperStyles)[keyof typeof paperStyles];

/** Fills each line, because paper costs money and long receipts get lost. */
function DetailList({ part }: { part: Extract<PaperPart, { kind: "facts" }> }) {
  return (
    <dl className="flex flex-wrap gap-x-[3mm] gap-y-[0.2mm]">
      {part.facts.map(({ name, value }) => (
        <div key={`${name} ${value}`} className="min-w-0">
          <dt className="mr-[1.2mm] inline">{name}</dt>
          <dd className="inline whitespace-pre-line font-bold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Prices({ part }: { part: Extract<PaperPart, { kind: "prices" }> }) {
  return (
    <ul className="grid gap-[0.3mm]">
      {[...part.rows, part.total].map(({ name, value }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none ever moves
          key={index}
          className={`flex justify-between gap-[3mm] ${index === part.rows.length ? "font-bold text-[1.2em]" : ""}`}
        >
          <span>{name}</span>
          <span className="tabular whitespace-nowrap">{value}</span>
        </li>
      ))}
    </ul>
  );
}

type NumbersProps = { part: Extract<PaperPart, { kind: "numbers" }>; title: string; style: PaperStyle };

function Numbers({ part, title: receiptTitle, style }: NumbersProps) {
  return (
    <div className="grid gap-[1mm]">
      {part.draws.map(({ title, when, notes, price, ranges }) => (
        <div key={[title, when, ...notes].join()}>
          <p
            className={
              title === receiptTitle && part.draws.length === 1
                ? "sr-only"
                : "flex justify-between gap-x-[3mm] font-bold"
            }
          >
            <span>{title}</span> {price ? <span className="tabular whitespace-nowrap">{price}</span> : null}
          </p>
          <ul>
            {ranges.map(({ words, count, isVoid }) => (
              <li key={words} className="flex flex-wrap items-baseline justify-between gap-x-[3mm]">
                <p
                  className={`tabular font-bold font-display leading-[1.1] ${style.number} ${isVoid ? "line-through decoration-2" : ""}`}
                >
                  {words}
                </p>
                <p>
                  <span>{count}</span>
                  {isVoid ? <strong className="ml-[1mm] border border-black px-[0.8mm]">{part.voidWord}</strong> : null}
                </p>
              </li>
            ))}
          </ul>
          <p className={style.small}>{[when, ...notes].filter(Boolean).join(" · ")}</p>
        </div>
      ))}
    </div>
  );
}

function Part({ part, title, style }: { part: PaperPart; title: string; style: PaperStyle }) {
  return (
    <section className="border-black border-t border-dashed pt-[1mm]">
      {part.title ? <h3 className="sr-only">{part.title}</h3> : null}
      {part.kind === "facts" ? <DetailList part={part} /> : null}
      {part.kind === "prices" ? <Prices part={part} /> : null}
      {part.kind === "numbers" ? <Numbers part={part} title={title} style={style} /> : null}
    </section>
  );
}

function Foot({ receipt, style }: { receipt: Receipt; style: PaperStyle }) {
  const { smallPrint, code, thanks } = receipt;
  return (
    <footer className={`flow-root border-black border-t border-dashed pt-[1mm] ${style.small}`}>
      <QrCode text={code.url} label={code.label} className="float-right -mt-[1mm] -mr-[2mm] w-[22mm]" />
      <p className="font-bold">{code.label}</p>
      <p className="break-words">{smallPrint.join(" · ")}</p>
      <p className="clear-both pt-[1mm] text-center font-bold text-[1.2em]">{thanks}</p>
    </footer>
  );
}

type ReceiptPaperProps = { receipt: Receipt; width: PaperWidth; id: string };

/** Black on white in mm, on screen as on the roll, so that its length is known before printing. */
export function ReceiptPaper({ receipt, width, id }: ReceiptPaperProps) {
  const style = paperStyles[width ?? "sheet"];
  return (
    <article
      id={id}
      lang={htmlLanguage(receipt.language)}
      aria-label={receipt.title}
      className={`relative grid gap-[1.2mm] bg-white py-[2mm] font-sans text-black ${style.paper}`}
    >
      {receipt.marks.map((mark) => (
        <p key={mark} className="border-2 border-black px-[1mm] py-[0.4mm] text-center font-extrabold text-[1.2em]">
          {mark}
        </p>
      ))}
      <header className="text-center">
        <p className="font-bold">{receipt.organization}</p>
        <h2 className="font-bold text-[1.3em]">{receipt.title}</h2>
      </header>
      <h3 className="sr-only">{receipt.heading}</h3>
      {receipt.parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a receipt's parts never move
        <Part key={index} part={part} title={receipt.title} style={style} />
      ))}
      <Foot receipt={receipt} style={style} />
    </article>
  );
}
