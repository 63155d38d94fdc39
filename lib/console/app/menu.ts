import { useMeets } from '../session/session.ts';
import { places } from './resources.ts';

/** The entries of the navigation that the caller may see. */
export function useMenu() {
  const meets = useMeets();
  return places.flatMap(({ at, needs, menu }) => (menu && needs.every(meets) ? [{ at, ...menu }] : []));
}
