/** The caller, and the scope of the address. */
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { orThrow, type PlatformClient } from '../../../shared/clients/typescript/index.ts';
import type { Scope } from './address.ts';
import { isGranted } from './features.ts';
import { allOrganizations, flatten, type OrganizationChoice } from './organizations.ts';

export interface Session {
  /** Of the user or the API key; what the browser keeps for the caller is stored by it, because names are not unique. */
  id: string;
  /** The e-mail address of the user, or the name of the key. */
  name: string;
  /** Features of the caller, including wildcards. */
  features: readonly string[];
  isSuperAdmin: boolean;
  /** False for the session of an API key, without mails and other sessions. */
  isUser: boolean;
  /** Whether the user must set up a second factor before anything else; then the scope is not known. */
  mustEnrol: boolean;
  /** The scope of the address; the caller's own where the address names none, or a refused one. */
  scope: Scope;
  /** What the address names and the caller may not select. */
  refused?: 'tenant' | 'organization';
  tenants: readonly { id: string; name: string }[];
  organizations: readonly OrganizationChoice[];
}

/** The organization in which to act if the address names none. */
function defaultOrganization(own: string | null, selectable: readonly string[]): string | undefined {
  return selectable.find((id) => id === own) ?? selectable[0];
}

/** The organization of the address; undefined if the caller may not select it. */
function allowedOrganization(wanted: string, selectable: readonly string[]): string | undefined {
  if (wanted === allOrganizations && selectable.length > 1) return wanted;
  return selectable.find((id) => id === wanted);
}

/** The API refuses a tenant that does not exist or is not the caller's. */
const isRefused = (status: number): boolean => status === 400 || status === 403 || status === 404;

/** Reads the caller and the accessible scopes, and resolves the scope of the address. */
export async function readSession(api: PlatformClient, wanted: Scope): Promise<Session> {
  const switcherOf = (tenantId: string | undefined) =>
    api.GET('/api/directory/organization-switcher', { params: { query: tenantId ? { tenantId } : {} } });
  const [caller, first] = await Promise.all([
    orThrow(api.GET('/api/auth/session')),
    switcherOf(wanted.tenantId),
  ]);
  const known = {
    id: caller.id,
    name: caller.email ?? caller.name ?? '',
    features: caller.features,
    isSuperAdmin: caller.isSuperAdmin,
    isUser: caller.kind === 'user',
    mustEnrol: caller.mustEnrol,
  };
  if (caller.mustEnrol) return { ...known, tenants: [], organizations: [], scope: wanted };
  const isOtherTenant = wanted.tenantId !== undefined && isRefused(first.response.status);
  const switcher = await orThrow(isOtherTenant ? switcherOf(undefined) : Promise.resolve(first));
  const organizations = flatten(switcher.items);
  const selectable = organizations.filter(({ selectable }) => selectable).map(({ id }) => id);
  const named = isOtherTenant ? undefined : wanted.organizationId;
  const allowed = named === undefined ? undefined : allowedOrganization(named, selectable);
  const isOtherOrganization = named !== undefined && allowed === undefined;
  return {
    ...known,
    tenants: switcher.tenants.filter(({ isActive }) => isActive),
    organizations,
    scope: {
      tenantId: switcher.tenantId ?? undefined,
      organizationId: allowed ?? defaultOrganization(switcher.selectedId, selectable),
    },
    ...((isOtherTenant || isOtherOrganization) && { refused: isOtherTenant ? 'tenant' : 'organization' }),
  };
}

/** Opens a page in another scope; by default the current page, or the list that it belongs to. */
export type SelectScope = (scope: Scope, page?: string) => void;

interface SessionContext extends Session {
  select: SelectScope;
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

/** What a caller needs: a feature, `superAdmin`, or nothing. Undefined for an operation that does not exist. */
export type Need = string | null | undefined;

/** Whether the caller has what an operation needs. */
export function useMeets(): (need: Need) => boolean {
  const may = useMay();
  const { isSuperAdmin } = useSession();
  return (need) => {
    if (need === undefined) return false;
    return need === null || (need === 'superAdmin' ? isSuperAdmin : may(need));
  };
}

/** Reads the caller and the accessible scopes again, after a change of organizations or tenants. */
export function useRefreshSession(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['session'] });
}
