export function BrandMark() {
  return (
    <span className="inline-flex items-center gap-2 font-display font-extrabold text-xl tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
        <path
          className="fill-brand print:fill-black"
          d="M5 6h22a3 3 0 0 1 3 3v3.6a3.6 3.6 0 0 0 0 6.8V23a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-3.6a3.6 3.6 0 0 0 0-6.8V9a3 3 0 0 1 3-3Z"
        />
        <path className="stroke-on-brand" fill="none" strokeWidth="3" strokeLinecap="round" d="M10 12h12M16 12v9.5" />
      </svg>
      <span className="max-[23rem]:sr-only">Tirage</span>
    </span>
  );
}
