/** Reads "214", "#214" or "No. 214". Null without a number. */
export function readNumber(text: string): number | null {
  const digits = /^\D*(\d[\d\s]*)$/.exec(text.trim())?.[1]?.replace(/\s/g, "") ?? "";
  return digits.length > 0 && digits.length <= 9 ? Number(digits) : null;
}

function findForm({ target }: Event): HTMLFormElement | null {
  return target instanceof Element ? target.closest<HTMLFormElement>("form[data-check]") : null;
}

function showProblem(form: HTMLFormElement, isWrong: boolean): void {
  const [input, problem] = [form.querySelector("input"), form.querySelector<HTMLElement>(".problem")];
  if (!input || !problem) return;
  problem.hidden = !isWrong;
  if (isWrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
  const description = isWrong ? problem : form.querySelector(".hint");
  if (description) input.setAttribute("aria-describedby", description.id);
  else input.removeAttribute("aria-describedby");
}

function hideAnswer(event: Event): void {
  const form = findForm(event);
  if (!form) return;
  showProblem(form, false);
  for (const answer of form.querySelectorAll<HTMLElement>("[data-number]")) answer.hidden = true;
}

function onSubmit(event: Event): void {
  const form = findForm(event);
  if (!form) return;
  event.preventDefault();
  hideAnswer(event);
  const number = readNumber(form.querySelector("input")?.value ?? "");
  showProblem(form, number === null);
  if (number === null) return;
  const findAnswer = (which: string) => form.querySelector<HTMLElement>(`[data-number="${which}"]`);
  const answer = findAnswer(String(number)) ?? findAnswer("");
  const slot = answer?.querySelector("[data-typed]");
  if (slot) slot.textContent = String(number);
  if (!answer) return;
  answer.hidden = false;
  answer.scrollIntoView({ block: "nearest" });
}

/** Handles all forms of `CheckNumber`. Safe to call twice. */
export function watchNumberChecks(): void {
  document.addEventListener("submit", onSubmit);
  document.addEventListener("input", hideAnswer);
}
