/** The caret's index in `text` after `count` digits. */
export function caretAfter(text, count) {
  let digits = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (digits === count) return index;
    if (/\d/.test(text[index])) digits += 1;
  }
  return text.length;
}
