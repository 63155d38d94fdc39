/** The errors of this module. Functions hold those that they throw; `webhookErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const webhooksDisabled = { code: 'webhooks_disabled', status: 409 } as const;
const deliveryUnderWay = { code: 'delivery_under_way', status: 409 } as const;
const webhooksUnavailable = { code: 'webhooks_unavailable', status: 503 } as const;

/** The integration that switches the organization's webhooks is off. */
export class WebhooksDisabledError extends AppError {
  constructor() {
    super(webhooksDisabled, 'Custom Webhooks integration is disabled');
  }
}

/** The same, said to providers: they come again later. */
export class WebhooksUnavailableError extends AppError {
  constructor() {
    super(webhooksUnavailable, 'Custom Webhooks integration is disabled', {
      headers: { 'retry-after': '300' },
    });
  }
}

/** An attempt of the delivery is being made right now. */
export class DeliveryUnderWayError extends AppError {
  constructor() {
    super(deliveryUnderWay, 'An attempt of this delivery is in progress; try again when it has ended.');
  }
}

export const webhookErrors: readonly DocumentedError[] = [
  {
    type: webhooksDisabled,
    meaning: 'The integration `webhook_custom` is disabled for the organization.',
    example: { error: 'Custom Webhooks integration is disabled' },
  },
  {
    type: deliveryUnderWay,
    meaning: 'An attempt of the delivery is in progress.',
    example: { error: 'An attempt of this delivery is in progress; try again when it has ended.' },
  },
  {
    type: webhooksUnavailable,
    meaning: 'The integration `webhook_custom` is disabled for the organization of the endpoint.',
    example: { error: 'Custom Webhooks integration is disabled' },
  },
];
