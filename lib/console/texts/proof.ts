/** Texts of the second factor, at sign-in and in a session. */
export const factorProofTexts = {
  title: 'Second step',
  intro: 'Enter the code that your authenticator app shows, or one of your recovery codes.',
  recoveryIntro: 'Without your passkey, enter one of your recovery codes.',
  usePasskey: 'Use a passkey',
  code: 'Code',
  codeHint: 'Six digits, or a recovery code of four groups.',
  back: 'Sign in with another account',
  wrongPasskey: {
    title: 'This passkey is not valid',
    message: 'Try again. If it still fails, enter a code, and set the passkey up anew.',
  },
  wrong: {
    title: 'This code is not valid',
    message:
      'Each code is valid once, for about a minute. Wait for the next one, and check the clock of your phone.',
  },
  tooLate: {
    title: 'The sign-in took too long',
    message: 'Go back, and sign in with your password again.',
  },
} as const;

export const stepUpTexts = {
  title: 'Confirm that it is you',
  intro: 'This needs your second factor.',
  submit: 'Confirm',
} as const;
