/**
 * The places of a tenant's open streams: numbered attributes of one item, each with the time until which it is taken.
 * Whoever keeps a place moves its time on; a connection that died gives its place back by doing nothing. Pure.
 */

/** A place that is held, until the given time unless it is kept. */
export interface Place {
  name: string;
  untilMs: number;
}

const nameOf = (index: number): string => `place${index}`;

/** Any of so many places, to be tried first: with some of them free, one request mostly does. */
export function anyPlace(count: number, random: number): string {
  return nameOf(Math.floor(random * count));
}

type Places = Readonly<Record<string, unknown>>;

const takenUntilMs = (places: Places, name: string): number => Number(places[name] ?? 0);

/** Any free place, or how long until one is. */
export function findPlace(
  places: Places,
  count: number,
  { nowMs, random }: { nowMs: number; random: number },
): { name: string } | { freeInSeconds: number } {
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const free = names.filter((name) => takenUntilMs(places, name) <= nowMs);
  const name = free[Math.floor(random * free.length)];
  if (name !== undefined) return { name };
  const firstMs = Math.min(...names.map((taken) => takenUntilMs(places, taken)));
  return { freeInSeconds: Math.max(1, Math.ceil((firstMs - nowMs) / 1_000)) };
}
