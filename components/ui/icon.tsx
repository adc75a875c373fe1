import type { IconName } from "./icon-names";

type IconProps = { name: IconName; className?: string };

export function Icon({ name, className = "" }: IconProps) {
  return <i aria-hidden="true" className={`icon i-${name}${className && ` ${className}`}`} />;
}
