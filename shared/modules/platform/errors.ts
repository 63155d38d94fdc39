/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const RedriveUnderWayError = apiError({
  code: 'redrive_under_way',
  status: 409,
  when: 'The dead letters of this queue are already being redriven.',
  message: (queue: string) =>
    `The dead letters of ${queue} are already being redriven. Wait until the move has ended.`,
  example: ['webhook-deliveries'],
});
