/** The format that reads the local time of a time zone. */
import { cached } from './cached.ts';

/**
 * The format of an IANA time zone, with the parts from the year to the second. Creating a format takes longer than a
 * thousand uses, so formats are cached. Throws RangeError for an unknown zone.
 */
export const zoneFormat = cached(
  100,
  (timeZone) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
);
