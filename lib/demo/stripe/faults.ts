/** Errors in Stripe's format. https://docs.stripe.com/api/errors */
import { type Intent, type IntentStatus, shown } from './objects.ts';

interface ErrorBody {
  type: string;
  message: string;
  [field: string]: unknown;
}

/**
 * An error response. `isEarly`: nothing was executed, so the response is not saved under the idempotency key.
 */
export class StripeFault extends Error {
  override name = 'StripeFault';
  readonly status: number;
  readonly error: ErrorBody;
  readonly isEarly: boolean;

  constructor(status: number, error: ErrorBody, isEarly = false) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isEarly = isEarly;
  }

  get response() {
    return { status: this.status, body: JSON.stringify({ error: this.error }), isEarly: this.isEarly };
  }
}

const type = 'invalid_request_error';

/** A request that the state of the objects does not allow. */
export const refused = (message: string, details: object = {}): StripeFault =>
  new StripeFault(400, { type, ...details, message });

/** A request that is invalid in any state. */
export const invalid = (message: string, details: object = {}, status = 400): StripeFault =>
  new StripeFault(status, { type, ...details, message }, true);

export const missing = (param: string, what: string, id: string): StripeFault =>
  new StripeFault(404, { type, code: 'resource_missing', param, message: `No such ${what}: '${id}'` });

export function unexpectedState(intent: Intent, verb: string, allowed: readonly IntentStatus[]): StripeFault {
  return refused(
    `This PaymentIntent could not be ${verb} because it has a status of ${intent.status}. ` +
      `Only a PaymentIntent with one of the following statuses may be ${verb}: ${allowed.join(', ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: shown('intents', intent) },
  );
}
