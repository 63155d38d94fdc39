/** Start and end of the day of a date input, in the chosen time zone. */
import { isUtc } from '../session/time-zone.ts';

/** Later years have more than four digits, which `Date` does not parse. */
export const maxDay = '9999-12-31';

/** Undefined for a text that is no day: filters are in the address, which anyone may edit. */
function timeOf(day: string | undefined, time: string): string | undefined {
  const at = new Date(`${day}T${time}${isUtc() ? 'Z' : ''}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export const startOfDay = (day: string | undefined) => timeOf(day, '00:00:00');

export const endOfDay = (day: string | undefined) => timeOf(day, '23:59:59.999');
