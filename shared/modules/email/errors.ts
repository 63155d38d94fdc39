/** The errors of this module. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const emailDisabled = { code: 'email_disabled', status: 409 } as const;

/** The deployment has no mail sender. */
export class EmailDisabledError extends AppError {
  constructor() {
    super(emailDisabled, 'E-mail is disabled in this deployment: no sender is configured.');
  }
}

export const emailErrors: readonly DocumentedError[] = [
  {
    type: emailDisabled,
    meaning: 'The deployment has no mail sender.',
    example: { error: 'E-mail is disabled in this deployment: no sender is configured.' },
  },
];
