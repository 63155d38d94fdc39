/** Shapes that the directory's endpoints share. */
import * as z from 'zod/mini';
import { text, uuid } from '../../../kernel/http/fields.ts';
import { directoryLimits } from './directory.ts';

// @__NO_SIDE_EFFECTS__
export function nameField(description: string, example: string) {
  return text(directoryLimits.name).check(
    z.refine((value) => value.trim() !== '', { error: 'must not be blank' }),
    z.meta({ description, examples: [example] }),
  );
}

export const created = z.object({ id: uuid('Id of the new resource.') });
export const done = z.object({ ok: z.boolean().check(z.meta({ description: 'Always true.' })) });
