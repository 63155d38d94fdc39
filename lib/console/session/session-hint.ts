/**
 * Whether this browser has signed in. Session cookies cannot be read by scripts, and asking without one would only be
 * refused.
 */
const name = 'console.signed-in';

export const sessionHint = {
  isSet: () => localStorage.getItem(name) !== null,
  set: () => localStorage.setItem(name, 'yes'),
  clear: () => localStorage.removeItem(name),
};
