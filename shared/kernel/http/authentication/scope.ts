import { isOpenHome, isOpenOrganization, liveOrganizationIds } from '../../auth/directory-reader.ts';
import { uuidPattern } from '../../base/ids.ts';
import type { Principal, Scope } from '../../base/principal.ts';
import { InvalidInputError, ScopeForbiddenError, ScopeRequiredError } from '../../errors/errors.ts';
import type { EndpointSpec } from '../endpoint-spec.ts';
import type { EndpointRequest, HttpEvent, Middleware } from '../types.ts';
import { allOrganizations, cookieValue, organizationCookie } from './session-cookies.ts';

/** The selection of a request; undefined means the caller's home. */
export interface Selection {
  tenantId?: string | undefined;
  organizationId?: string | undefined;
  /** Every organization that the caller may read; only used when none is named. */
  allOrganizations?: boolean;
}

const isGiven = (value: unknown): boolean => value !== '' && value !== null && value !== undefined;

/**
 * Returns the one id of a selector, in lower case like all ids. Throws InvalidInputError for an invalid UUID, and
 * ScopeForbiddenError when two occurrences differ.
 */
function single(selector: 'tenantId' | 'organizationId', values: readonly unknown[]): string | undefined {
  const ids = values.filter(isGiven).map((value) => {
    if (typeof value !== 'string' || !uuidPattern.test(value))
      throw new InvalidInputError({ [selector]: 'must be a UUID' });
    return value.toLowerCase();
  });
  const [first] = ids;
  if (ids.some((id) => id !== first)) throw new ScopeForbiddenError();
  return first;
}

/** The organization that a browser selected. An invalid id is treated like a deleted organization. */
function organizationOfCookie(cookie: string | undefined): string | undefined {
  if (cookie === undefined || cookie === '') return undefined;
  if (!uuidPattern.test(cookie)) throw new ScopeForbiddenError();
  return cookie.toLowerCase();
}

/** Reads of the directory, only for tenants and organizations other than the caller's own. */
export interface LiveDirectory {
  home: typeof isOpenHome;
  organization: typeof isOpenOrganization;
  organizations: typeof liveOrganizationIds;
}

const directory: LiveDirectory = {
  home: isOpenHome,
  organization: isOpenOrganization,
  organizations: liveOrganizationIds,
};

/**
 * Returns the scope for the selection of a caller. Throws ScopeForbiddenError if the caller has no access, or if the
 * tenant or organization is missing or inactive. A part that is neither selected nor the caller's home stays
 * undefined.
 */
async function selectScope(
  principal: Principal,
  selection: Selection,
  live: LiveDirectory = directory,
): Promise<Partial<Scope>> {
  const tenantId = selection.tenantId ?? principal.tenantId ?? undefined;
  const foreignTenant = tenantId !== (principal.tenantId ?? undefined);
  if (foreignTenant && !principal.isSuperAdmin) throw new ScopeForbiddenError();
  if (tenantId === undefined) {
    if (selection.organizationId !== undefined) throw new ScopeRequiredError('tenant');
    return {};
  }

  const home = foreignTenant ? undefined : (principal.organizationId ?? undefined);
  const reach = principal.isSuperAdmin ? null : principal.organizationIds;
  if (selection.organizationId === undefined && selection.allOrganizations) {
    const organizationIds = await allOrganizationsOf(tenantId, home, reach, live);
    return { tenantId, organizationIds, ...(home !== undefined && { organizationId: home }) };
  }
  const organizationId = selection.organizationId ?? home;
  if (organizationId === undefined) {
    if (foreignTenant && !(await live.home({ tenantId, organizationId: null })))
      throw new ScopeForbiddenError();
    return { tenantId };
  }
  if (organizationId !== home) {
    const allowed = reach === null || reach.includes(organizationId);
    if (!allowed) throw new ScopeForbiddenError();
    // Closing a tenant leaves its organizations active: for another tenant, both are read.
    const isOpen = foreignTenant
      ? await live.home({ tenantId, organizationId })
      : await live.organization({ tenantId }, organizationId);
    if (!isOpen) throw new ScopeForbiddenError();
  }
  return { tenantId, organizationId, organizationIds: [organizationId] };
}

/** The organizations to read when all are selected: one request, none for a caller with only its home. */
async function allOrganizationsOf(
  tenantId: string,
  home: string | undefined,
  reach: readonly string[] | null,
  live: LiveDirectory,
): Promise<readonly string[]> {
  if (home !== undefined && reach?.every((id) => id === home)) return [home];
  const organizationIds = await live.organizations({ tenantId });
  if (organizationIds === undefined) throw new ScopeForbiddenError();
  return organizationIds.filter((id) => reach === null || reach.includes(id));
}

/**
 * Returns the selection of query and cookie; the query has precedence. If the endpoint needs no organization, the
 * cookie is ignored: its organization may no longer exist.
 */
function querySelection(
  event: HttpEvent,
  needs: EndpointSpec['scope'],
  chosen: string | undefined,
): Selection {
  const query = new URLSearchParams(event.rawQueryString);
  const tenantId = single('tenantId', query.getAll('tenantId'));
  const organizations = query.getAll('organizationId').filter(isGiven);
  // An endpoint without a scope uses no organizations, and its function may not list them.
  if (organizations.length > 0 && organizations.every((value) => value === allOrganizations))
    return { tenantId, allOrganizations: needs !== 'none' };
  const named = organizations.filter((value) => value !== allOrganizations);
  const organizationId = single('organizationId', named);
  if (named.length < organizations.length) throw new ScopeForbiddenError();
  if (organizationId !== undefined) return { tenantId, organizationId };
  if (chosen === allOrganizations) return { tenantId, allOrganizations: true };
  return { tenantId, organizationId: organizationOfCookie(chosen) };
}

const chosenOrganization = (event: HttpEvent, needs: EndpointSpec['scope']): string | undefined =>
  needs === 'none' ? undefined : cookieValue(event, organizationCookie);

/**
 * The scope by query and cookie. Endpoints without a required caller ignore a browser's selection that is no longer
 * possible.
 */
async function selectFromRequest(
  principal: Principal,
  event: HttpEvent,
  { scope: needs, auth }: Pick<EndpointSpec, 'scope' | 'auth'>,
): Promise<Partial<Scope>> {
  const chosen = chosenOrganization(event, needs);
  const select = async (choice: string | undefined) =>
    selectScope(principal, querySelection(event, needs, choice));
  if (auth !== 'optional' || chosen === undefined) return select(chosen);
  return select(chosen).catch((error: unknown) => {
    if (error instanceof ScopeForbiddenError) return select(undefined);
    throw error;
  });
}

/** Throws ScopeRequiredError when the endpoint needs more than was selected. */
function demand(needs: EndpointSpec['scope'], scope: Partial<Scope>): void {
  if ((needs === 'tenant' || needs === 'organization') && scope.tenantId === undefined)
    throw new ScopeRequiredError('tenant');
  if (needs === 'organization' && scope.organizationId === undefined)
    throw new ScopeRequiredError('organization');
}

function principalOf({ internal }: EndpointRequest): Principal {
  if (internal.principal === undefined) throw new Error('The scope needs an authenticated caller first.');
  return internal.principal;
}

/** A caller without a home that selects all organizations acts in none of them; reads include the selected ones. */
function forReading(scope: Partial<Scope>): Partial<Scope> {
  const [first] = scope.organizationIds ?? [];
  return first === undefined || scope.organizationId !== undefined
    ? scope
    : { ...scope, organizationId: first };
}

/** 400 and 403 by the selection in query and cookie. An endpoint with a body may still get its selection from there. */
export function scopeFromRequest(spec: EndpointSpec): Middleware {
  const { scope: needs, body, method } = spec;
  return {
    before: async (request) => {
      const selected = await selectFromRequest(principalOf(request), request.event, spec);
      const scope = method === 'GET' ? forReading(selected) : selected;
      if (body === undefined) demand(needs, scope);
      request.internal.scope = scope as Scope;
    },
  };
}

/** Like it, for `tenantId` and `organizationId` in the body, which must not contradict query and cookie. */
export function scopeFromBody({ scope: needs }: EndpointSpec): Middleware {
  return {
    before: async (request) => {
      const { event, internal } = request;
      const body = typeof event.body === 'object' && event.body !== null ? (event.body as Selection) : {};
      const inBody = {
        tenantId: single('tenantId', [body.tenantId]),
        organizationId: single('organizationId', [body.organizationId]),
      };
      if (inBody.tenantId !== undefined || inBody.organizationId !== undefined) {
        const isOther = inBody.tenantId !== undefined && inBody.tenantId !== internal.scope?.tenantId;
        const chosen = chosenOrganization(event, needs);
        // The organization that a browser selected belongs to the tenant selected before.
        const kept = isOther && chosen !== allOrganizations ? undefined : chosen;
        const fromRequest = querySelection(event, needs, kept);
        internal.scope = (await selectScope(principalOf(request), {
          ...fromRequest,
          tenantId: single('tenantId', [inBody.tenantId, fromRequest.tenantId]),
          organizationId: inBody.organizationId ?? fromRequest.organizationId,
        })) as Scope;
      }
      demand(needs, internal.scope ?? {});
    },
  };
}

/** All values of a form's selectors. */
export interface FormSelection {
  tenantId: readonly string[];
  organizationId: readonly string[];
}

/**
 * The scope of a request with a streamed form: such a body is read after the middlewares have run. All parts of the
 * form must select the same scope, which the caller must have access to. Throws ScopeForbiddenError, and
 * ScopeRequiredError without a tenant and an organization.
 */
export async function selectFromForm(
  principal: Principal,
  selected: Partial<Scope>,
  form: FormSelection,
): Promise<Scope> {
  const inForm = {
    tenantId: single('tenantId', form.tenantId),
    organizationId: single('organizationId', form.organizationId),
  };
  if (inForm.tenantId === undefined && inForm.organizationId === undefined) {
    demand('organization', selected);
    return selected as Scope;
  }
  const tenantId = inForm.tenantId ?? selected.tenantId;
  // An organization selected before belongs to the tenant selected before.
  const organizationId =
    inForm.organizationId ?? (tenantId === selected.tenantId ? selected.organizationId : undefined);
  const scope = await selectScope(principal, { tenantId, organizationId });
  demand('organization', scope);
  return scope as Scope;
}
