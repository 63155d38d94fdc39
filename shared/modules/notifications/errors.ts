/** The errors of this module. Functions hold those that they throw; `notificationErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const notificationActioned = { code: 'notification_actioned', status: 409 } as const;

/** The reader has already taken an action of the notification. */
export class NotificationActionedError extends AppError {
  constructor() {
    super(notificationActioned, 'You have already taken an action of this notification.');
  }
}

export const notificationErrors: readonly DocumentedError[] = [
  {
    type: notificationActioned,
    meaning: 'The caller has already taken an action of the notification.',
    example: { error: 'You have already taken an action of this notification.' },
  },
];
