/** The caller, and the selected scope. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import type { Scope } from '../api/api-context.tsx';
import { isGranted } from './features.ts';
import { allOrganizations, flatten, type OrganizationChoice } from './organizations.ts';

export interface Session {
  /** Id of the user or key. */
  name: string;
  /** Features of the caller, including wildcards. */
  features: readonly string[];
  isSuperAdmin: boolean;
  /** False for the session of an API key, without mails and other sessions. */
  isUser: boolean;
  scope: Scope;
  tenants: readonly { id: string; name: string }[];
  organizations: readonly OrganizationChoice[];
}

/** The previously selected organization if it is still accessible, otherwise that of the caller. */
function currentOrganization(
  stored: string | undefined,
  own: string | null,
  choices: readonly OrganizationChoice[],
): string | undefined {
  const selectable = choices.filter(({ selectable }) => selectable).map(({ id }) => id);
  if (stored === allOrganizations && selectable.length > 1) return stored;
  return [stored, own].find((id) => id && selectable.includes(id)) ?? selectable[0];
}

/** Reads the caller and the accessible scopes; keeps the previous selection if it is still accessible. */
export async function readSession(api: PlatformClient, stored: Scope): Promise<Session> {
  const caller = await orThrow(api.GET('/api/auth/session'));
  const wanted = caller.isSuperAdmin ? stored.tenantId : undefined;
  const switcherOf = (tenantId: string | undefined) =>
    api.GET('/api/directory/organization-switcher', { params: { query: tenantId ? { tenantId } : {} } });
  const first = await switcherOf(wanted);
  // The tenant was deleted meanwhile.
  const switcher = first.data ?? (await orThrow(switcherOf(undefined)));
  const organizations = flatten(switcher.items);
  const tenantId = caller.isSuperAdmin ? (switcher.tenantId ?? undefined) : undefined;
  return {
    name: caller.email ?? caller.name ?? '',
    features: caller.features,
    isSuperAdmin: caller.isSuperAdmin,
    isUser: caller.kind === 'user',
    tenants: switcher.tenants.filter(({ isActive }) => isActive),
    organizations,
    scope: {
      tenantId,
      organizationId: currentOrganization(stored.organizationId, switcher.selectedId, organizations),
    },
  };
}

interface SessionContext extends Session {
  select: (scope: Scope) => void;
  /** Throws if the session could not be ended. */
  signOut: () => Promise<void>;
}

export const SessionContext = createContext<SessionContext | undefined>(undefined);

export function useSession(): SessionContext {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession is used without a session.');
  return session;
}

/** Whether the caller has the features; other operations are hidden. */
export function useMay(): (...features: string[]) => boolean {
  const { features, isSuperAdmin } = useSession();
  return (...wanted) => isSuperAdmin || wanted.every((feature) => isGranted(features, feature));
}

/** Reads the caller and the accessible scopes again, after a change of organizations or tenants. */
export function useRefreshSession(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['session'] });
}
