import { ThemeToggle } from "./theme-toggle";

/** What stands beneath a page of the public: its colour modes, which above would take room from the tickets. */
export function PageFooter() {
  return (
    <footer className="page-foot">
      <ThemeToggle />
    </footer>
  );
}
