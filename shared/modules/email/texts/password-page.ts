/** The page on which a user sets a password. */
import type { LinkPage } from './link-page.ts';

/** Validation in the browser. The handler validates the password, too. */
const passwordPattern = '(?=.*\\d)(?=.*[A-Z])(?=.*[^A-Za-z0-9\\s]).{8,}';

export const passwordPage = (token: string): LinkPage => ({
  title: 'Choose a password',
  text: 'At least 8 characters with a digit, an upper-case letter and a special character.',
  button: 'Set the password',
  fields: [
    { name: 'token', type: 'hidden', value: token },
    { name: 'password', type: 'password', label: 'Password', pattern: passwordPattern },
  ],
});
