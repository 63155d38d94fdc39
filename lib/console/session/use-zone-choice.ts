import { useSyncExternalStore } from 'react';
import { zoneChoice } from './time-zone.ts';

/** The chosen time zone; what uses it is rendered again when the user chooses the other one. */
export const useZoneChoice = () => useSyncExternalStore(zoneChoice.subscribe, zoneChoice.get);
