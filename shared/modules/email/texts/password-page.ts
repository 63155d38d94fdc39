/** The page on which a user sets a password. */
import { consolePath } from '../../../kernel/base/console-page.ts';
import type { LinkPage } from './link-page.ts';

/** Where the user logs in. */
export const toConsole = { href: `${consolePath}/`, label: 'Continue to the console' } as const;

/** Validation in the browser. The handler validates the password, too. */
const passwordPattern = '(?=.*\\d)(?=.*[A-Z])(?=.*[^A-Za-z0-9\\s]).{8,}';

const passwordHint = 'At least 8 characters with a digit, an upper-case letter and a special character.';

export const passwordPage = (token: string): LinkPage => ({
  title: 'Choose a password',
  text: 'You log in with your e-mail address and this password.',
  button: 'Set the password',
  fields: [
    { name: 'token', type: 'hidden', value: token },
    {
      name: 'password',
      type: 'password',
      label: 'New password',
      hint: passwordHint,
      pattern: passwordPattern,
    },
  ],
});
