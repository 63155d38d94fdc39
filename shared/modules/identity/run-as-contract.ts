/** How resources show the user or key that they run as. */
import * as z from 'zod/mini';
import { about, text, uuid } from '../../kernel/http/fields.ts';

const subjectPattern = /^(?:user|api_key|system):[\w.-]+$/;

const exampleTenant = '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11';

/** `runAs` of a resource. */
export const runAs = z
  .object({
    type: z.string().check(about('`user`, `api_key` or `system`.', 'api_key')),
    id: z.string().check(about('Id of the user or key.', '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33')),
    name: z
      .nullable(z.string())
      .check(about('E-mail address of the user or name of the key, when it was set.', 'shop')),
    tenantId: z
      .nullable(uuid('Tenant.'))
      .check(about('Tenant of the user or key; null for a key of the platform.', exampleTenant)),
  })
  .check(
    z.meta({
      id: 'RunAs',
      description:
        'User or key with whose current rights effects happen: the last that changed what it does.',
    }),
  );

/** `blockedReason` of a resource. */
export const blockedReason = z
  .nullable(z.string())
  .check(
    about(
      'Why its effects are refused: its user or key lacks a right or is gone. Null if none was refused.',
      null,
    ),
  );

/** Filter of lists by `runAs`. */
export const runAsFilter = z
  .optional(text(100).check(z.regex(subjectPattern, { error: 'must be user:<id> or api_key:<id>' })))
  .check(
    about(
      'Only those that run as this user or key, `user:<id>` or `api_key:<id>`: what stops without it.',
      'api_key:9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33',
    ),
  );
