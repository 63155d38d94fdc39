/**
 * Labels and addresses of what files are assigned to. The platform has none of these things itself: a team says in
 * `shared/platform.attachments.ts` how its own are looked up.
 */
import type { Scope } from '../identity/principal.ts';
import { describeError, log } from '../log.ts';
import { assignmentResolvers } from '../platform.attachments.ts';
import { allOf } from '../table/parallel.ts';
import type { Assignment } from './attachment.ts';

/** What is known of a thing; what is missing stays missing. */
export interface AssignmentDetails {
  label?: string | undefined;
  href?: string | undefined;
}

/** Looks up things of one type by their ids, in the caller's tenant and organizations only. */
export type AssignmentResolver = (
  scope: Scope,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, AssignmentDetails>>;
export type AssignmentResolvers = Readonly<Record<string, AssignmentResolver>>;

async function resolveType(
  scope: Scope,
  type: string,
  resolve: AssignmentResolver,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AssignmentDetails>> {
  try {
    return await resolve(scope, ids);
  } catch (error) {
    // A label is a comfort: its absence must not hide the file.
    log('warn', 'assignments were not resolved', { type, error: describeError(error) });
    return new Map();
  }
}

/**
 * The assignments of each file, completed where a resolver of their type knows more; what is stored wins. Each type is
 * looked up once.
 */
export async function enrichAssignments(
  scope: Scope,
  files: readonly (readonly Assignment[])[],
  resolvers: AssignmentResolvers = assignmentResolvers,
): Promise<Assignment[][]> {
  const wanted = new Map<string, Set<string>>();
  for (const { type, id, href, label } of files.flat()) {
    if (!Object.hasOwn(resolvers, type) || (href && label)) continue;
    wanted.set(type, (wanted.get(type) ?? new Set()).add(id));
  }
  const found = await allOf(
    [...wanted].map(async ([type, ids]): Promise<[string, ReadonlyMap<string, AssignmentDetails>]> => {
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
