import type { IconName } from "./icon-names";

type IconProps = { name: IconName; className?: string };

/** In the text colour, 20 px by default; drawn by the style sheet. */
export function Icon({ name, className = "" }: IconProps) {
  return <i aria-hidden="true" className={`icon i-${name}${className && ` ${className}`}`} />;
}
