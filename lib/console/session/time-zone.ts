/** The time zone in which the console shows times: that of the browser, or UTC. One choice for all pages, kept in the browser. */
import { kept } from '../api/kept.ts';
import { createStore } from '../api/store.ts';

export const zoneChoices = ['local', 'utc'] as const;

type ZoneChoice = (typeof zoneChoices)[number];

const name = 'console.times';
export const zoneChoice = createStore<ZoneChoice>('local');

/** Takes the choice of an earlier visit. */
export function loadZone(): void {
  const stored = kept.get(name);
  zoneChoice.set(zoneChoices.find((choice) => choice === stored) ?? 'local');
}

export function chooseZone(choice: ZoneChoice): void {
  kept.set(name, choice);
  zoneChoice.set(choice);
}

export const isUtc = (): boolean => zoneChoice.get() === 'utc';

/** The chosen zone for `Intl`; undefined for that of the browser. */
export const chosenZone = (): string | undefined => (isUtc() ? 'UTC' : undefined);
