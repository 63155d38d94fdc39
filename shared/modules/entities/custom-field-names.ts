/** The names of custom fields in bodies and queries, beside the declared fields. */
import * as z from 'zod/mini';
import { about } from '../../kernel/http/fields.ts';

export const customFieldNames = /^cf[_:]./s;

/** Whether a value of `customFields` has one of the accepted forms; null has no values. */
function isCustomFields(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry?.key === 'string');
  return typeof value === 'object';
}

const values = (description: string, example: object) =>
  z.optional(
    z
      .unknown()
      .check(
        z.refine(isCustomFields, { error: 'must be an object, or a list of {key, value}' }),
        about(description, example),
      ),
  );

/** The custom values of a body, in each form except `cf_<key>`. */
export const givenCustomFields = (description: string, example: object) => ({
  customFields: values(description, example),
  customValues: values('Another name of `customFields`, which has precedence.', example),
});
