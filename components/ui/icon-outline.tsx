type IconOutlineProps = { paths: readonly string[]; className: string };

/** Draws outlines in the text's colour; decoration only, so words beside it carry the meaning. */
export function IconOutline({ paths, className }: IconOutlineProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
