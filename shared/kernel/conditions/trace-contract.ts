/** The comparison of a condition in responses. */
import * as z from 'zod/mini';
import { about } from '../http/fields.ts';

export const Comparison = z
  .object({
    path: z
      .string()
      .check(
        about(
          'Path of the comparison in the condition; empty if the condition is this comparison.',
          'rules[0]',
        ),
      ),
    field: z.string().check(about('Compared field.', 'total')),
    operator: z.string().check(about('Operator of the comparison.', '<')),
    expected: z.optional(
      z.unknown().check(about('Value that the field was compared with; absent if there is none.', 10_000)),
    ),
    actual: z.optional(z.unknown().check(about('Value of the field; absent if it has none.', 12_500))),
    result: z.boolean().check(about('Whether the comparison is true.', false)),
  })
  .check(z.meta({ id: 'Comparison', description: 'A comparison of a condition and its result.' }));
