import { kept } from '../api/kept.ts';

/**
 * Whether this browser has signed in. Scripts cannot read session cookies, and a request without one would be refused.
 */
const name = 'console.signed-in';

export const sessionHint = {
  isSet: () => kept.get(name) !== null,
  set: () => kept.set(name, 'yes'),
  clear: () => kept.remove(name),
};
