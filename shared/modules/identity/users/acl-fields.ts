/** Schemas that the contracts of users and of roles share. */
import * as z from 'zod/mini';
import { about, uuid } from '../../../kernel/http/fields.ts';

const aclLimits = { features: 200, featureLength: 128, organizations: 200 } as const;

/** `*`, `*.view`, `a.b.c`, `a.b.*`. */
const featurePattern = /^(?:\*(?:\.view)?|[a-z\d_-]+(?:\.[a-z\d_-]+)*(?:\.\*)?)$/i;

function grantField() {
  return z
    .string()
    .check(
      z.maxLength(aclLimits.featureLength),
      z.regex(featurePattern, { error: 'must be a feature, `prefix.*`, `*.view` or `*`' }),
    );
}

/** A feature name without wildcards. */
export function featureField() {
  return grantField().check(
    z.refine((value) => !value.includes('*'), { error: 'must be a feature without wildcards' }),
  );
}

export function aclFields() {
  return {
    features: z
      .array(grantField())
      .check(
        z.maxLength(aclLimits.features),
        about(
          'Features that `GET /api/auth/features` lists, `prefix.*` for everything under a prefix, and `*.view` ' +
            'for reading everything in the tenant. Features of your own modules are allowed; a name that looks ' +
            'like a misspelled feature returns 400 with a suggestion.',
          ['business_rules.*', 'scheduler.jobs.view'],
        ),
      ),
    isSuperAdmin: z.boolean().check(about('Grants all rights in every tenant.', false)),
    organizations: z
      .nullable(
        z.array(uuid('Id of an organization.')).check(
          z.maxLength(aclLimits.organizations),
          z.overwrite((ids) => [...new Set(ids)]),
        ),
      )
      .check(
        about(
          'Organizations that can be selected in addition to the own organization; null means every ' +
            'organization of the tenant.',
          ['7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22'],
        ),
      ),
  };
}

export function done() {
  return z.object({
    ok: z.literal(true).check(about('The change is made.', true)),
  });
}

export function sanitized() {
  return z.extend(done(), {
    sanitized: z
      .boolean()
      .check(
        about(
          'Features that only super admins can grant were ignored: `directory.*` and everything under ' +
            '`directory.tenants`.',
          false,
        ),
      ),
  });
}

export function revision() {
  return z
    .int()
    .check(
      about('Increases with every change; `If-Match: "<revision>"` refuses to overwrite a newer one.', 1),
    );
}
