/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const EmailDisabledError = apiError({
  code: 'email_disabled',
  status: 409,
  when: 'The deployment has no mail sender.',
  message: 'E-mail is disabled in this deployment: no sender is configured.',
});
