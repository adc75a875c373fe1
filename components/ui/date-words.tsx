/** Where the time of day begins after a date, in either language. */
const timeOfDay = / (?=(?:at|à) \d)/;

/** Words that end with a date and a time of day: where one line is too short, the time begins the second. */
export function DateWords({ words }: { words: string }) {
  const [date, time] = words.split(timeOfDay);
  if (!date || !time) return words;
  return (
    <>
      <span className="date-part">{date}</span> <span className="date-part">{time}</span>
    </>
  );
}
