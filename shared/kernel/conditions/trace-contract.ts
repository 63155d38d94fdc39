/** The comparison of a condition as responses show it. */
import * as z from 'zod/mini';

export const Comparison = z
  .object({
    path: z.string().check(
      z.meta({
        description: 'Where it stands in the condition; empty when the condition is this comparison.',
        examples: ['rules[0]'],
      }),
    ),
    field: z.string().check(z.meta({ description: 'Field that was looked at.', examples: ['total'] })),
    operator: z.string().check(z.meta({ description: 'How it was compared.', examples: ['<'] })),
    expected: z.optional(
      z.unknown().check(
        z.meta({
          description: 'What the field was compared with; missing when that is nothing.',
          examples: [10_000],
        }),
      ),
    ),
    actual: z.optional(
      z
        .unknown()
        .check(
          z.meta({ description: 'What the field holds; missing when it holds nothing.', examples: [12_500] }),
        ),
    ),
    result: z.boolean().check(z.meta({ description: 'Whether the comparison holds.', examples: [false] })),
  })
  .check(z.meta({ id: 'Comparison', description: 'A comparison of a condition, and what came of it.' }));
