/** The errors of this module. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const redriveUnderWay = { code: 'redrive_under_way', status: 409 } as const;

/** SQS moves the messages of a dead-letter queue already. */
export class RedriveUnderWayError extends AppError {
  constructor(queue: string) {
    super(redriveUnderWay, `The dead letters of ${queue} are being moved back already.`);
  }
}

export const platformErrors: readonly DocumentedError[] = [
  {
    type: redriveUnderWay,
    meaning: 'The dead letters of this queue are being moved back already.',
    example: { error: 'The dead letters of webhook-deliveries are being moved back already.' },
  },
];
