/** The numbers and times at the axes of charts. */
import { inZone } from '../ui/times.ts';

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

interface Point {
  at: string;
}

/** Formats of the time at a point: the hour, or in ranges of more than two days the day. */
function formatsOf(points: readonly Point[], chosen: string | undefined) {
  const timeOf = (point: Point | undefined) => (point === undefined ? 0 : Date.parse(point.at));
  const isLong = timeOf(points.at(-1)) - timeOf(points[0]) > 2 * dayMs;
  // Steps of days are days of UTC.
  const timeZone = timeOf(points[1]) - timeOf(points[0]) >= dayMs ? 'UTC' : chosen;
  const short: Intl.DateTimeFormatOptions = isLong
    ? { day: 'numeric', month: 'short' }
    : { hour: '2-digit', minute: '2-digit' };
  const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  return {
    short: new Intl.DateTimeFormat('en-GB', { ...short, timeZone }),
    long: ({ at }: Point) => inZone(long.format(new Date(at)), timeZone),
  };
}

/** The labels below some of the points, in the zone; undefined for that of the browser. */
export function labelsOf(points: readonly Point[], zone?: string): { index: number; text: string }[] {
  const { short } = formatsOf(points, zone);
  const every = Math.max(1, Math.ceil(points.length / maxLabels));
  return points.flatMap(({ at }, index) =>
    index % every === 0 ? [{ index, text: short.format(new Date(at)) }] : [],
  );
}

/** The whole time of points, in the zone; undefined for that of the browser. */
export const timeFormatOf = (points: readonly Point[], zone?: string): ((point: Point) => string) =>
  formatsOf(points, zone).long;
