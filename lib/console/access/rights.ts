/** Rights of a role or a user, and their changes in the picker. */
import { toJson } from '../../../shared/clients/typescript/index.ts';
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

/** Adds or removes the feature; rights granted by a wildcard stay. */
export const withGrant = (grants: readonly string[], grant: string, isGiven: boolean): string[] =>
  isGiven ? [...grants, grant] : grants.filter((one) => one !== grant);

/** The wildcard that grants the feature, or undefined. */
export const wildcardOf = (grants: readonly string[], feature: string): string | undefined =>
  grants.find((grant) => grant !== feature && isGranted([grant], feature));

/** Whether both are equal, in any order. */
export function isSameRights(one: Rights, other: Rights): boolean {
  const textOf = ({ features, isSuperAdmin, organizations }: Rights) =>
    toJson([features.toSorted(), isSuperAdmin, organizations?.toSorted() ?? null]);
  return textOf(one) === textOf(other);
}
