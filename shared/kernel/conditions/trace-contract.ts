/** The comparison of a condition in responses. */
import * as z from 'zod/mini';
import { about } from '../http/fields.ts';

interface ComparisonResult {
  path: string;
  field: string;
  operator: string;
  expected?: unknown;
  actual?: unknown;
  result: boolean;
  elements?: { index: number; result: boolean; decidedBy: ComparisonResult | null }[] | undefined;
}

export const Comparison: z.ZodMiniType<ComparisonResult> = z
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
    elements: z.optional(
      z
        .array(
          z.object({
            index: z.int().check(about('Index of the element from 0.', 0)),
            result: z.boolean().check(about('Whether the element meets the condition.', false)),
            decidedBy: z
              .nullable(z.lazy(() => Comparison))
              .check(about('The comparison that decided it, as a path in the condition on elements.', null)),
          }),
        )
        .check(
          about('For a condition on elements of a list: the first evaluated elements, and the last one.'),
        ),
    ),
  })
  .check(
    z.meta({
      id: 'Comparison',
      description: 'A comparison of a condition and its result.',
      examples: [
        { path: 'rules[0]', field: 'total', operator: '<', expected: 10_000, actual: 12_500, result: false },
      ],
    }),
  );
