/**
 * Milliseconds as minutes and seconds, `9:05`. The second that has begun is left out: what a browser takes for the time
 * left is up to one too much, as the server's answers are dated to the second.
 */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
