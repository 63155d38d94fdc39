/** Types for the resolvers of assigned objects, which teams define. */
import type { Scope } from '../../../kernel/base/principal.ts';

/** Label and URL of an object; both are optional. */
export interface AssignmentDetails {
  label?: string | undefined;
  href?: string | undefined;
}

/** Resolves objects of one type by their ids, in the caller's tenant and organizations only. */
export type AssignmentResolver = (
  scope: Scope,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, AssignmentDetails>>;
export type AssignmentResolvers = Readonly<Record<string, AssignmentResolver>>;
