/** The comparison of a condition in responses. */
import * as z from 'zod/mini';

export const Comparison = z
  .object({
    path: z.string().check(
      z.meta({
        description: 'Path of the comparison in the condition; empty if the condition is this comparison.',
        examples: ['rules[0]'],
      }),
    ),
    field: z.string().check(z.meta({ description: 'Compared field.', examples: ['total'] })),
    operator: z.string().check(z.meta({ description: 'Operator of the comparison.', examples: ['<'] })),
    expected: z.optional(
      z.unknown().check(
        z.meta({
          description: 'Value that the field was compared with; absent if there is none.',
          examples: [10_000],
        }),
      ),
    ),
    actual: z.optional(
      z
        .unknown()
        .check(z.meta({ description: 'Value of the field; absent if it has none.', examples: [12_500] })),
    ),
    result: z.boolean().check(z.meta({ description: 'Whether the comparison is true.', examples: [false] })),
  })
  .check(z.meta({ id: 'Comparison', description: 'A comparison of a condition and its result.' }));
