/**
 * Adds labels and URLs to assignments. The platform does not know the assigned objects; teams define resolvers for them in
 * `shared/extensions/attachments.ts`.
 */

import { assignmentResolvers } from '../../../extensions/attachments.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import type { Assignment } from '../attachment.ts';
import type { AssignmentDetails, AssignmentResolver, AssignmentResolvers } from './assignment-resolver.ts';

async function resolveType(
  scope: Scope,
  type: string,
  resolve: AssignmentResolver,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AssignmentDetails>> {
  try {
    return await resolve(scope, ids);
  } catch (error) {
    // Labels are optional, so the file is listed without them.
    log('warn', 'resolving assignments failed', { type, error: describeError(error) });
    return new Map();
  }
}

/**
 * Returns the assignments of each file with the labels and URLs of resolvers. Stored values take precedence. Each type is
 * resolved once.
 */
export async function enrichAssignments(
  scope: Scope,
  files: readonly (readonly Assignment[])[],
  resolvers: AssignmentResolvers = assignmentResolvers,
): Promise<Assignment[][]> {
  const idsByType = new Map<string, Set<string>>();
  for (const { type, id, href, label } of files.flat()) {
    if (!Object.hasOwn(resolvers, type) || (href && label)) continue;
    idsByType.set(type, (idsByType.get(type) ?? new Set()).add(id));
  }
  const found = await allOf(
    [...idsByType].map(async ([type, ids]): Promise<[string, ReadonlyMap<string, AssignmentDetails>]> => {
      const resolve = resolvers[type];
      return [type, resolve ? await resolveType(scope, type, resolve, [...ids]) : new Map()];
    }),
  );
  const details = new Map(found);
  const complete = (assignment: Assignment): Assignment => {
    const { label, href } = details.get(assignment.type)?.get(assignment.id) ?? {};
    return {
      ...assignment,
      ...(!assignment.label && label !== undefined && { label }),
      ...(!assignment.href && href !== undefined && { href }),
    };
  };
  return files.map((assignments) => assignments.map(complete));
}
