import type { IconName } from "./icon-names";

type IconProps = { name: IconName; className?: string };

/** An icon in the colour of the words around it, 20 px unless told; its drawing comes with the style sheet. */
export function Icon({ name, className = "" }: IconProps) {
  return <i aria-hidden="true" className={`icon i-${name}${className && ` ${className}`}`} />;
}
