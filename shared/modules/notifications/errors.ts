/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const NotificationActionedError = apiError({
  code: 'notification_actioned',
  status: 409,
  when: 'The caller has already taken an action of the notification.',
  message: 'You have already taken an action of this notification.',
});
