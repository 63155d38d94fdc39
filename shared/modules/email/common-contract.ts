/** What the contracts of e-mail share. */
import * as z from 'zod/mini';
import { text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { field as notificationField } from '../notifications/public-contract.ts';
import { normalizeAddress } from './address.ts';
import { emailLimits } from './limits.ts';
import { mailModes } from './settings/settings.ts';

export const base = { module: 'email', auth: 'caller', scope: 'tenant' } as const;
export const emailPath = '/api/email';

export const exampleIds = {
  mail: '8d3b1f0e-6c1a-5e0b-9a77-3c5d2f1e4b60',
  user: '3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
  notification: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
} as const;

/** An address that mails can be sent to, in lower case. */
// @__NO_SIDE_EFFECTS__
export function addressField(description: string) {
  return text(emailLimits.address).check(
    z.refine((value) => normalizeAddress(value) !== undefined, { error: 'must be an e-mail address' }),
    z.meta({ description, examples: ['ada@example.com'] }),
  );
}

export const ok = z.literal(true).check(z.meta({ description: 'Always true.', examples: [true] }));
export const count = (description: string, example: number) =>
  z.int().check(z.meta({ description, examples: [example] }));
export const momentOrNull = (description: string) => z.nullable(timestamp(description));
export const idOrNull = (description: string) => z.nullable(uuid(description));
export const notificationType = notificationField.type;

export const mode = z.enum(mailModes).check(
  z.meta({
    description:
      '`instant` sends each notification at once, `hourly` sends one mail per hour, `off` sends none.',
    examples: ['instant'],
  }),
);
