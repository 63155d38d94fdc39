/** The errors of this module. */
import { apiError } from '../../kernel/errors/api-error.ts';

export const WebhooksDisabledError = apiError({
  code: 'webhooks_disabled',
  status: 409,
  when: 'The integration `webhook_custom` is disabled for the organization.',
  message: 'Custom Webhooks integration is disabled',
});

export const WebhookInactiveError = apiError({
  code: 'webhook_inactive',
  status: 409,
  when: 'The webhook is not active.',
  message: 'The webhook is inactive; enable it first.',
});

/** The same for providers, with a status that makes them retry. */
export const WebhooksUnavailableError = apiError({
  code: 'webhooks_unavailable',
  status: 503,
  when: 'The integration `webhook_custom` is disabled for the organization of the endpoint.',
  message: 'Custom Webhooks integration is disabled',
  headers: { 'retry-after': '300' },
});

export const DeliveryUnderWayError = apiError({
  code: 'delivery_under_way',
  status: 409,
  when: 'An attempt of the delivery is in progress.',
  message: 'An attempt of this delivery is in progress; try again when it has ended.',
});
