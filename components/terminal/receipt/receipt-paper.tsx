import { QrCode } from "@/components/ui/qr-code";
import { htmlLanguage } from "@/lib/platform/i18n/routing";
import type { EmailPart } from "@/lib/receipts/rules.email";
import type { PaperWidth, Receipt } from "@/lib/terminal/rules.receipt";

/**
 * Rolls cannot be printed to their edges: 48 of 58 mm, 72 of 80 mm. A sheet takes two columns, so that one is enough.
 */
const looks = {
  58: { paper: "w-[58mm] px-[5mm] text-[8.5pt]", number: "text-[17pt]" },
  80: { paper: "w-[80mm] px-[4mm] text-[9pt]", number: "text-[22pt]" },
  sheet: {
    paper:
      "w-[80mm] px-[4mm] text-[10pt] print:block print:w-[170mm] print:columns-2 print:gap-[8mm] print:*:mb-[2.5mm] print:*:break-inside-avoid",
    number: "text-[23pt]",
  },
} as const;

function Facts({ part }: { part: Extract<EmailPart, { kind: "facts" }> }) {
  return (
    <dl className="grid gap-[0.8mm]">
      {part.facts.map(({ name, value }) => (
        // Side by side where there is room for both; paper costs, and a long roll is lost.
        <div key={`${name} ${value}`} className="flex flex-wrap items-baseline justify-between gap-x-[3mm]">
          <dt className="text-[0.85em]">{name}</dt>
          <dd className="min-w-0 whitespace-pre-line font-semibold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Prices({ part }: { part: Extract<EmailPart, { kind: "prices" }> }) {
  return (
    <ul className="grid gap-[0.8mm]">
      {[...part.rows, part.total].map(({ name, value }, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none ever moves
          key={at}
          className={`flex justify-between gap-[3mm] ${at === part.rows.length ? "border-black border-t pt-[0.8mm] font-bold text-[1.2em]" : ""}`}
        >
          <span>{name}</span>
          <span className="tabular whitespace-nowrap">{value}</span>
        </li>
      ))}
    </ul>
  );
}

type NumbersProps = { part: Extract<EmailPart, { kind: "numbers" }>; numberClass: string };

function Numbers({ part, numberClass }: NumbersProps) {
  return (
    <div className="grid gap-[2mm]">
      {part.draws.map(({ title, note, ranges }) => (
        <div key={title + note}>
          <p className="font-bold">{title}</p>
          <p className="text-[0.85em]">{note}</p>
          <ul>
            {ranges.map(({ words, count, isVoid }) => (
              <li key={words} className="mt-[0.8mm]">
                <p
                  className={`tabular font-bold font-display leading-tight ${numberClass} ${isVoid ? "line-through decoration-2" : ""}`}
                >
                  {words}
                </p>
                <p className="text-[0.85em]">
                  {count}
                  {isVoid ? <strong className="ml-[1mm] border border-black px-[0.8mm]">{part.voidWord}</strong> : null}
                </p>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Part({ part, numberClass }: { part: EmailPart; numberClass: string }) {
  return (
    <section className="border-black border-t border-dashed pt-[2mm]">
      {part.title ? <h3 className="mb-[1mm] font-bold text-[1.05em]">{part.title}</h3> : null}
      {part.kind === "facts" ? <Facts part={part} /> : null}
      {part.kind === "prices" ? <Prices part={part} /> : null}
      {part.kind === "numbers" ? <Numbers part={part} numberClass={numberClass} /> : null}
    </section>
  );
}

type ReceiptPaperProps = { receipt: Receipt; width: PaperWidth; id: string };

/**
 * A receipt as it leaves the printer: black on white, in millimetres, on the screen as on the roll, so that its length
 * is known before it is printed.
 */
export function ReceiptPaper({ receipt, width, id }: ReceiptPaperProps) {
  const { paper, number } = looks[width ?? "sheet"];
  return (
    <article
      id={id}
      lang={htmlLanguage(receipt.language)}
      aria-label={receipt.title}
      className={`grid gap-[2.5mm] bg-white py-[3mm] font-sans text-black leading-snug ${paper}`}
    >
      {receipt.marks.map((mark) => (
        <p key={mark} className="border-2 border-black px-[1mm] py-[0.6mm] text-center font-extrabold text-[1.25em]">
          {mark}
        </p>
      ))}
      <header className="text-center">
        <p className="font-bold">{receipt.organization}</p>
        <h2 className="font-bold text-[1.3em] leading-tight">{receipt.title}</h2>
      </header>
      <h3 className="-mb-[1.5mm] font-bold text-[1.05em]">{receipt.heading}</h3>
      {receipt.parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a receipt's parts never move
        <Part key={at} part={part} numberClass={number} />
      ))}
      <footer className="grid gap-[1.5mm] border-black border-t border-dashed pt-[2mm] text-[0.85em]">
        {receipt.smallPrint.map((line) => (
          <p key={line} className="break-words">
            {line}
          </p>
        ))}
        <div className="flex items-center justify-center gap-[2mm]">
          <QrCode text={receipt.code.address} label={receipt.code.label} className="w-[29mm] shrink-0" />
          <div className="grid gap-[1mm]">
            <p>{receipt.code.label}</p>
            <p className="font-bold text-[1.15em]">{receipt.thanks}</p>
          </div>
        </div>
      </footer>
    </article>
  );
}
