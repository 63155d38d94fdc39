/** The form of a webhook, and the request body. */
import type { Webhook } from '../../../shared/clients/typescript/index.ts';
import { type ConditionDraft, draftOf } from '../conditions/condition-tree.ts';

export const methods = ['POST', 'PUT', 'PATCH'] as const;

export interface WebhookForm {
  name: string;
  url: string;
  description: string;
  isActive: boolean;
  subscribedEvents: string[];
  httpMethod: (typeof methods)[number];
  maxRetries: number;
  timeoutMs: number;
  rateLimitPerMinute: number;
  autoDisableThreshold: number;
  /** One header per line. */
  customHeaders: string;
  condition: ConditionDraft;
}

export const newWebhook: WebhookForm = {
  name: '',
  url: '',
  description: '',
  isActive: true,
  subscribedEvents: [],
  httpMethod: 'POST',
  maxRetries: 10,
  timeoutMs: 15_000,
  rateLimitPerMinute: 0,
  autoDisableThreshold: 100,
  customHeaders: '',
  condition: draftOf(null),
};

/** Parses headers with one `Name: value` per line; undefined for an invalid line. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()] as const;
  });
  return entries.every(([name, value]) => name !== '' && value !== '')
    ? Object.fromEntries(entries)
    : undefined;
}

export function formOf(webhook: Webhook): WebhookForm {
  const headers = Object.entries(webhook.customHeaders ?? {});
  return {
    name: webhook.name,
    url: webhook.url,
    description: webhook.description ?? '',
    isActive: webhook.isActive,
    subscribedEvents: webhook.subscribedEvents,
    httpMethod: webhook.httpMethod,
    maxRetries: webhook.maxRetries,
    timeoutMs: webhook.timeoutMs,
    rateLimitPerMinute: webhook.rateLimitPerMinute,
    autoDisableThreshold: webhook.autoDisableThreshold,
    customHeaders: headers.map(([name, value]) => `${name}: ${value}`).join('\n'),
    condition: draftOf(webhook.condition ?? null),
  };
}

export function bodyOf({ description, customHeaders, condition, ...fields }: WebhookForm) {
  const headers = parseHeaders(customHeaders) ?? {};
  return {
    ...fields,
    description: description.trim() || null,
    customHeaders: Object.keys(headers).length > 0 ? headers : null,
    condition: condition.condition,
  };
}
