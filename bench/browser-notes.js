// Runs in a page before its own scripts: what the browser notes of its start.
{
  const notes = { paintedMs: 0, longestMs: 0, shift: 0 };
  const watch = (type, note) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  watch("largest-contentful-paint", ({ startTime }) => {
    notes.paintedMs = startTime;
  });
  watch("longtask", ({ duration }) => {
    notes.longestMs = Math.max(notes.longestMs, duration);
  });
  watch("layout-shift", ({ value, hadRecentInput }) => {
    if (!hadRecentInput) notes.shift += value;
  });
  Object.assign(window, { notes });
}
