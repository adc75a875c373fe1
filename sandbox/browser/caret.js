/** The caret's index in `text` after `count` digits. */
export function caretAfter(text, count) {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === count) return index;
    if (/\d/.test(text[index])) seen += 1;
  }
  return text.length;
}
