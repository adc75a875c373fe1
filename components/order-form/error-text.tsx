import { Icon } from "@/components/ui/icon";

/** What is wrong with a control or a group that is no `Field`; `id` is for its `aria-describedby`. */
export function ErrorText({ id, text }: { id: string; text: string | null }) {
  if (!text) return null;
  return (
    <p id={id} className="problem">
      <Icon name="alert" className="mt-0.5 size-4" />
      <span>{text}</span>
    </p>
  );
}
