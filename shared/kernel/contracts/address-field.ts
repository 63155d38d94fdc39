/** A field for an e-mail address in a contract. */
import * as z from 'zod/mini';
import { maxWrittenAddress, normalizeAddress } from '../base/email-address.ts';
import { text } from '../http/fields.ts';

/** The parsed value is normalized: lower case, an international domain as punycode. */
export function addressField(description: string) {
  return text(maxWrittenAddress).check(
    z.refine((value) => normalizeAddress(value) !== undefined, { error: 'must be an e-mail address' }),
    z.overwrite((value) => normalizeAddress(value) ?? value),
    z.meta({ description, format: 'email', examples: ['ada@example.com'] }),
  );
}
