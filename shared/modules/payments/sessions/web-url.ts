/** Addresses to which a payment page redirects customers. */
import * as z from 'zod/mini';
import { about, text } from '../../../kernel/http/fields.ts';
import { paymentLimits } from '../limits.ts';

const isWebUrl = (value: string): boolean => /^https?:$/.test(URL.parse(value)?.protocol ?? '');

export function webUrl(description: string) {
  return text(paymentLimits.url)
    .check(z.refine(isWebUrl, { error: 'must be an http or https URL' }))
    .check(about(description, 'https://shop.example.com/thanks'));
}
