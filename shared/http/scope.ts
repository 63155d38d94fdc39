import { isLiveOrganization, isLiveTenant } from '../identity/directory-reader.ts';
import type { Principal, Scope } from '../identity/principal.ts';
import type { EndpointSpec } from './contract.ts';
import { ScopeForbiddenError, ScopeRequiredError } from './errors.ts';
import type { EndpointRequest, HttpEvent, Middleware } from './types.ts';

/** What a request selects; undefined leaves the caller's home. */
export interface Selection {
  tenantId?: string | undefined;
  organizationId?: string | undefined;
}

export const organizationCookie = 'svc_selected_org';
/** Cookie value that selects every organization the caller may see. */
export const allOrganizations = '__all__';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The one value of a selector, when every occurrence agrees; a contradiction is nobody's scope. */
function single(values: readonly unknown[]): string | undefined {
  const given = values.filter((value) => value !== '' && value !== null && value !== undefined);
  const [first] = given;
  if (first === undefined) return undefined;
  if (typeof first !== 'string' || !uuid.test(first) || given.some((value) => value !== first)) {
    throw new ScopeForbiddenError();
  }
  return first;
}

function cookieOrganization(event: HttpEvent): string | undefined {
  const prefix = `${organizationCookie}=`;
  const cookie = event.cookies?.find((entry) => entry.startsWith(prefix))?.slice(prefix.length);
  return cookie === undefined || cookie === allOrganizations ? undefined : cookie;
}

/**
 * Where the caller acts, given what it selects. `live*` answer whether a tenant or organization exists and is
 * active; they are asked only for what is not the caller's own. Throws ScopeForbiddenError outside its reach.
 * A part that is neither selected nor the caller's home stays undefined.
 */
export async function selectScope(
  principal: Principal,
  selection: Selection,
  live: { tenant: typeof isLiveTenant; organization: typeof isLiveOrganization } = {
    tenant: isLiveTenant,
    organization: isLiveOrganization,
  },
): Promise<Partial<Scope>> {
  const tenantId = selection.tenantId ?? principal.tenantId ?? undefined;
  const foreignTenant = tenantId !== (principal.tenantId ?? undefined);
  if (foreignTenant && !principal.isSuperAdmin) throw new ScopeForbiddenError();
  if (tenantId === undefined) {
    if (selection.organizationId !== undefined) throw new ScopeRequiredError('tenant');
    return {};
  }

  const home = foreignTenant ? undefined : (principal.organizationId ?? undefined);
  const organizationId = selection.organizationId ?? home;
  if (organizationId === undefined) {
    if (foreignTenant && !(await live.tenant({ tenantId }))) throw new ScopeForbiddenError();
    return { tenantId };
  }
  if (organizationId !== home) {
    const reach = principal.isSuperAdmin ? null : principal.organizationIds;
    const allowed = reach === null || reach.includes(organizationId);
    if (!allowed || !(await live.organization({ tenantId }, organizationId))) throw new ScopeForbiddenError();
  }
  return { tenantId, organizationId, organizationIds: [organizationId] };
}

function querySelection(event: HttpEvent): Selection {
  const query = new URLSearchParams(event.rawQueryString);
  return {
    tenantId: single(query.getAll('tenantId')),
    organizationId: single(query.getAll('organizationId')) ?? single([cookieOrganization(event)]),
  };
}

/** Throws ScopeRequiredError when the endpoint needs more than was selected. */
function demand(needs: EndpointSpec['scope'], scope: Partial<Scope>): void {
  if (needs !== 'none' && scope.tenantId === undefined) throw new ScopeRequiredError('tenant');
  if (needs === 'organization' && scope.organizationId === undefined)
    throw new ScopeRequiredError('organization');
}

function principalOf({ internal }: EndpointRequest): Principal {
  if (internal.principal === undefined) throw new Error('The scope needs an authenticated caller first.');
  return internal.principal;
}

/** 400 and 403 by what query and cookie select. An endpoint with a body may still get its selection from there. */
export function scopeFromRequest({ scope: needs, body }: EndpointSpec): Middleware {
  return {
    before: async (request) => {
      const scope = await selectScope(principalOf(request), querySelection(request.event));
      if (body === undefined) demand(needs, scope);
      request.internal.scope = scope as Scope;
    },
  };
}

/** The same for `tenantId` and `organizationId` in the body, which must not contradict query and cookie. */
export function scopeFromBody({ scope: needs }: EndpointSpec): Middleware {
  return {
    before: async (request) => {
      const { event, internal } = request;
      const body = typeof event.body === 'object' && event.body !== null ? (event.body as Selection) : {};
      const inBody = { tenantId: single([body.tenantId]), organizationId: single([body.organizationId]) };
      if (inBody.tenantId !== undefined || inBody.organizationId !== undefined) {
        const fromRequest = querySelection(event);
        internal.scope = (await selectScope(principalOf(request), {
          tenantId: single([inBody.tenantId, fromRequest.tenantId]),
          organizationId: inBody.organizationId ?? fromRequest.organizationId,
        })) as Scope;
      }
      demand(needs, internal.scope ?? {});
    },
  };
}
