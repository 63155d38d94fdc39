/** How a team looks up its own things that files are assigned to. */
import type { Scope } from '../../../kernel/auth/principal.ts';

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
