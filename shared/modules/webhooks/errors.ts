/** The errors of this module. Each function declares those that it throws; `webhookErrors` documents them all. */
import { AppError, type DocumentedError } from '../../kernel/errors/app-error.ts';

const webhooksDisabled = { code: 'webhooks_disabled', status: 409 } as const;
const deliveryUnderWay = { code: 'delivery_under_way', status: 409 } as const;
const webhooksUnavailable = { code: 'webhooks_unavailable', status: 503 } as const;

/** The integration of the organization's webhooks is disabled. */
export class WebhooksDisabledError extends AppError {
  constructor() {
    super(webhooksDisabled, 'Custom Webhooks integration is disabled');
  }
}

/** The same for providers, with a status that makes them retry. */
export class WebhooksUnavailableError extends AppError {
  constructor() {
    super(webhooksUnavailable, 'Custom Webhooks integration is disabled', {
      headers: { 'retry-after': '300' },
    });
  }
}

/** An attempt of the delivery is in progress. */
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
