/** The error that ends a loop of messages (shared/kernel/events/hops.ts). */
import { AppError, type DocumentedError } from './app-error.ts';

const loopDetected = { code: 'loop_detected', status: 409 } as const;
const text =
  'This message has returned to the platform twice; change the webhook or rule that sends it back.';

/** A message that the platform has sent returns a second time. */
export class LoopDetectedError extends AppError {
  constructor() {
    super(loopDetected, text);
  }
}

export const loopErrors: readonly DocumentedError[] = [
  {
    type: loopDetected,
    meaning:
      'A delivery of the platform (`x-platform-hops`) has returned to it a second time. The loop ends here, and the delivery ' +
      'is not retried.',
    example: { error: text },
  },
];
