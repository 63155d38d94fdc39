import { useSyncExternalStore } from 'react';
import { zoneChoice } from './time-zone.ts';

/** The chosen time zone; what uses it is rendered again when the user chooses the other one. */
export const useZoneChoice = () => useSyncExternalStore(zoneChoice.subscribe, zoneChoice.get);

/** The chosen zone for `Intl`; undefined for that of the browser. */
export const useZone = (): string | undefined => (useZoneChoice() === 'utc' ? 'UTC' : undefined);
