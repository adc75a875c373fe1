import type { IconName } from "./icon-names";

type IconProps = { name: IconName; className?: string };

/** An icon in the colour of the words around it; its drawing comes with the style sheet (docs/decisions/039). */
export function Icon({ name, className = "size-5" }: IconProps) {
  return <span aria-hidden="true" className={`icon i-${name} ${className}`} />;
}
