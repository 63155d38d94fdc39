/** The errors of this module. Functions hold those that they throw; `notificationErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const notificationActioned = { code: 'notification_actioned', status: 409 } as const;

/** The reader took an action of the notification before. */
export class NotificationActionedError extends AppError {
  constructor() {
    super(notificationActioned, 'You took an action of this notification before.');
  }
}

export const notificationErrors: readonly DocumentedError[] = [
  {
    type: notificationActioned,
    meaning: 'The caller took an action of the notification before.',
    example: { error: 'You took an action of this notification before.' },
  },
];
