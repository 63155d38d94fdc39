/** Policy documents of the template: those of roles, and those of resources, which name their principals. */
import * as z from 'zod/mini';
import { isRecord } from '../cloudformation/intrinsics.ts';

/** Templates write one value or a list of them, as text, boolean or number; IAM compares text. */
const texts = z.pipe(
  z.transform((value: unknown) => [value ?? []].flat().map(String)),
  z.array(z.string()).check(z.minLength(1)),
);

const statementSchema = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  /** `*`, or the names of AWS accounts, roles and services. */
  Principal: z.optional(
    z.pipe(
      z.transform((value: unknown) => (isRecord(value) ? Object.values(value).flat() : [value])),
      z.array(z.string()),
    ),
  ),
  Action: texts,
  Resource: texts,
  Condition: z.optional(z.record(z.string(), z.record(z.string(), texts))),
});

type Statement = z.infer<typeof statementSchema>;

/**
 * Reads the statements of a document of the template; none when there is no document. Throws with the name of the
 * `owner` for statements that are not supported, such as those with `NotAction`.
 */
export function statementsOf(document: unknown, owner: string): Statement[] {
  const statements = isRecord(document) ? [document.Statement ?? []].flat() : [];
  return statements.map((statement) => {
    // The resource of a trust policy is its role.
    const hasPrincipal = isRecord(statement) && statement.Principal !== undefined;
    const { data } = statementSchema.safeParse(hasPrincipal ? { Resource: '*', ...statement } : statement);
    if (data !== undefined) return data;
    const wanted = 'a statement needs Effect, Action and Resource, and may have a Condition';
    throw new Error(`${owner}: ${wanted}, got ${JSON.stringify(statement)}`);
  });
}
