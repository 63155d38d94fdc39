/** What the contracts of records and of definitions share. */
import * as z from 'zod/mini';
import { text, uuid } from '../../kernel/http/fields.ts';
import { entityTypeProblem } from './entity-type.ts';
import { entityLimits } from './limits.ts';

const typeExamples = ['sales.order'];
export const entityType = text(entityLimits.entityType)
  .check(
    z.refine((value) => entityTypeProblem(value) === undefined, {
      error: ({ input }) => entityTypeProblem(String(input)),
    }),
  )
  .check(
    z.meta({
      description:
        'Type of the record, `<module>.<entity>` in lower case; the platform’s own modules are refused.',
      examples: typeExamples,
    }),
  );

export const Id = z.object({ id: uuid('Id of the definition or record.') });
export const Ok = z.object({
  ok: z.literal(true).check(z.meta({ description: 'Always true.', examples: [true] })),
});
export const idExample = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

export const base = { module: 'entities', auth: 'caller' } as const;
