import { notFound } from "next/navigation";

export const revalidate = 5;

/** No path is known at build time; each unknown one is answered with 404 and never stored. */
export function generateStaticParams(): { rest: string[] }[] {
  return [];
}

/** Every path that no other page has. */
export default function UnknownPage(): never {
  notFound();
}
