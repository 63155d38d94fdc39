/** The errors of this module. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const emailDisabled = { code: 'email_disabled', status: 409 } as const;

/** The stage has no sender of mails. */
export class EmailDisabledError extends AppError {
  constructor() {
    super(emailDisabled, 'This deployment sends no e-mails: it has no sender.');
  }
}

export const emailErrors: readonly DocumentedError[] = [
  {
    type: emailDisabled,
    meaning: 'The deployment has no mail sender.',
    example: { error: 'This deployment sends no e-mails: it has no sender.' },
  },
];
