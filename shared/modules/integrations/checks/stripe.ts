import { stripEnd } from '../../../kernel/base/linear-text.ts';
import { bearerHeader } from '../../../kernel/outbound/bearer.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import type { HealthCheck } from '../check.ts';
import { textOf } from '../credentials.ts';
import { toResult } from './http-result.ts';

/** Values of Stripe's version header that differ from our version ids. */
const headerValues: Readonly<Record<string, string>> = { '2024-12-18': '2024-12-18.acacia' };

/** Returns the header that selects a version of Stripe's API. Without it, the account's default version applies. */
export function stripeVersionHeader(apiVersion: string | null): Record<string, string> {
  return apiVersion === null ? {} : { 'stripe-version': headerValues[apiVersion] ?? apiVersion };
}

/** Returns the account's id if the response contains one. */
function accountOf(body: string | null): Record<string, unknown> {
  const [, id] = /"id"\s*:\s*"(acct_\w{1,64})"/.exec(body ?? '') ?? [];
  return id === undefined ? {} : { account: id };
}

/** Reads the account of the secret key. */
export const stripeCheck: HealthCheck = async ({ credentials, apiVersion, sendTrusted, timeoutMs }) => {
  const secretKey = textOf(credentials, 'secretKey');
  if (secretKey === undefined) return { status: 'unhealthy', message: 'secretKey is missing.' };
  const headers = { ...bearerHeader('secretKey', secretKey), ...stripeVersionHeader(apiVersion) };
  const url = `${stripEnd(setting('STRIPE_API_BASE'), '/')}/v1/account`;
  const exchange = await sendTrusted({ url, method: 'GET', headers, timeoutMs });
  const result = toResult('Stripe', exchange);
  if (exchange.status === 403)
    return { ...result, message: 'Stripe answers; the key is restricted and cannot read the account.' };
  return { ...result, details: { ...result.details, ...accountOf(exchange.responseBody) } };
};
