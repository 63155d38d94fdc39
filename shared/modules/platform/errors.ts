/** The errors of this module. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const redriveUnderWay = { code: 'redrive_under_way', status: 409 } as const;

/** SQS is already moving the messages of a dead-letter queue. */
export class RedriveUnderWayError extends AppError {
  constructor(queue: string) {
    super(
      redriveUnderWay,
      `The dead letters of ${queue} are already being redriven. Wait until the move has ended.`,
    );
  }
}

export const platformErrors: readonly DocumentedError[] = [
  {
    type: redriveUnderWay,
    meaning: 'The dead letters of this queue are already being redriven.',
    example: {
      error:
        'The dead letters of webhook-deliveries are already being redriven. Wait until the move has ended.',
    },
  },
];
