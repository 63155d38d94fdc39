/** The numbers and times at the axes of charts. */

/** Numbers whose half is whole, or 1. */
const roundFactors = [1, 2, 4, 6, 8, 10];

/** The values at the axis: 0, the half and a round number that is not less than the largest value. */
export function ticksUpTo(largest: number): number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(largest, 1))));
  const max = (roundFactors.find((factor) => factor * power >= largest) ?? 10) * power;
  return max % 2 === 0 ? [0, max / 2, max] : [0, max];
}

const maxLabels = 6;
const dayMs = 86_400_000;

/** Formats of the time at a point: the hour, or in ranges of more than two days the day. */
function formatsOf(points: readonly { at: string }[]) {
  const timeOf = (point: { at: string } | undefined) => (point === undefined ? 0 : Date.parse(point.at));
  const isLong = timeOf(points.at(-1)) - timeOf(points[0]) > 2 * dayMs;
  // Steps of days are days of UTC.
  const zone = timeOf(points[1]) - timeOf(points[0]) >= dayMs ? { timeZone: 'UTC' } : {};
  const short: Intl.DateTimeFormatOptions = isLong
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit' };
  return {
    short: new Intl.DateTimeFormat('en-GB', { ...short, ...zone }),
    long: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', ...zone }),
  };
}

/** The labels below some of the points. */
export function labelsOf(points: readonly { at: string }[]): { index: number; text: string }[] {
  const { short } = formatsOf(points);
  const every = Math.max(1, Math.ceil(points.length / maxLabels));
  return points.flatMap(({ at }, index) =>
    index % every === 0 ? [{ index, text: short.format(new Date(at)) }] : [],
  );
}

/** The whole time of points. */
export function timeFormatOf(points: readonly { at: string }[]): (point: { at: string }) => string {
  const { long } = formatsOf(points);
  return ({ at }) => long.format(new Date(at));
}
