/**
 * Whether this browser has signed in. Scripts cannot read session cookies, and a request without one would be refused.
 */
const name = 'console.signed-in';

export const sessionHint = {
  isSet: () => localStorage.getItem(name) !== null,
  set: () => localStorage.setItem(name, 'yes'),
  clear: () => localStorage.removeItem(name),
};
