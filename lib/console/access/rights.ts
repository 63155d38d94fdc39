/** Rights as a role or a user holds them, and what a tick in the picker makes of them. */
import { isGranted } from '../session/features.ts';

export interface Rights {
  /** Features and wildcards. */
  features: readonly string[];
  isSuperAdmin: boolean;
  /** Ids; null for every organization. */
  organizations: readonly string[] | null;
}

export const everything = '*';
export const reading = '*.view';
export const allOf = (module: string): string => `${module}.*`;

/** The grants with the feature, or without it; what a wildcard gives stays. */
export const withGrant = (grants: readonly string[], grant: string, isGiven: boolean): string[] =>
  isGiven ? [...grants, grant] : grants.filter((one) => one !== grant);

/** The wildcard that gives the feature; undefined when none does. */
export const wildcardOf = (grants: readonly string[], feature: string): string | undefined =>
  grants.find((grant) => grant !== feature && isGranted([grant], feature));

/** Whether the two say the same, in any order. */
export function isSameRights(one: Rights, other: Rights): boolean {
  const textOf = ({ features, isSuperAdmin, organizations }: Rights) =>
    JSON.stringify([features.toSorted(), isSuperAdmin, organizations?.toSorted() ?? null]);
  return textOf(one) === textOf(other);
}
