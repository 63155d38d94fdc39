/** The time in the form that conditions use. */

const weekdays = 7;

/** Parts of the time in UTC: `time.hour >= 9` means the same everywhere. */
export function timeParts(nowMs: number) {
  const date = new Date(nowMs);
  const now = date.toISOString();
  const [day = ''] = now.split('T');
  // Sunday is 7, as in ISO 8601.
  return { now, date: day, hour: date.getUTCHours(), weekday: date.getUTCDay() || weekdays };
}
