/** What the shell knows about the caller, and where they act. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import type { Scope } from '../api/api-context.tsx';
import { isGranted } from './features.ts';
import { allOrganizations, flatten, type OrganizationChoice } from './organizations.ts';

export interface Session {
  /** Of the user or key. */
  name: string;
  /** What the caller holds, wildcards among it. */
  features: readonly string[];
  isSuperAdmin: boolean;
  /** False for the session of an API key, which has no mails and no other sessions. */
  isUser: boolean;
  scope: Scope;
  tenants: readonly { id: string; name: string }[];
  organizations: readonly OrganizationChoice[];
}

/** The organization that was selected before, if it still can be; or else that of the caller. */
function currentOrganization(
  stored: string | undefined,
  own: string | null,
  choices: readonly OrganizationChoice[],
): string | undefined {
  const selectable = choices.filter(({ selectable }) => selectable).map(({ id }) => id);
  if (stored === allOrganizations && selectable.length > 1) return stored;
  return [stored, own].find((id) => id && selectable.includes(id)) ?? selectable[0];
}

/** Reads who the caller is and what they may select; what was selected before holds if it still can be. */
export async function readSession(api: PlatformClient, stored: Scope): Promise<Session> {
  const caller = await orThrow(api.GET('/api/auth/session'));
  const wanted = caller.isSuperAdmin ? stored.tenantId : undefined;
  const switcherOf = (tenantId: string | undefined) =>
    api.GET('/api/directory/organization-switcher', { params: { query: tenantId ? { tenantId } : {} } });
  const first = await switcherOf(wanted);
  // A tenant that is gone since.
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
  signOut: () => Promise<void>;
}

export const SessionContext = createContext<SessionContext | undefined>(undefined);

export function useSession(): SessionContext {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error('useSession is used without a session.');
  return session;
}

/** Whether the caller has the features; what they may not do is not shown. */
export function useMay(): (...features: string[]) => boolean {
  const { features, isSuperAdmin } = useSession();
  return (...wanted) => isSuperAdmin || wanted.every((feature) => isGranted(features, feature));
}

/** Reads again who the caller is and what they may select, after a change of organizations or tenants. */
export function useRefreshSession(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['session'] });
}
