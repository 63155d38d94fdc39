/** Finds what fails now in the sources that modules declare, and stores what callers decide about it. */
import { nextTenants, type OpenTenant } from '../../kernel/auth/directory-reader.ts';
import { lastMomentOf } from '../../kernel/base/dates.ts';
import { allOf, forEachParallel } from '../../kernel/base/parallel.ts';
import type { Scope } from '../../kernel/base/principal.ts';
import {
  InvalidInputError,
  MissingFeatureError,
  NotFoundError,
  requireFound,
} from '../../kernel/errors/errors.ts';
import type { Actor, Caller, Target } from '../../kernel/http/operation.ts';
import type { AttentionHome, AttentionLevel, AttentionSources } from '../../kernel/modules/attention.ts';
import { causeNamed, compareCauses, heldDecision, maySee, toCause } from './cause.ts';
import type { Cause, FailingTenant, ListCauses, ListTenants, MuteCause } from './contract.ts';
import { decisionAbout, readDecisions, removeDecision, saveDecision } from './decision-store.ts';
import { attentionLimits } from './limits.ts';

/** The caller, and the sources of all modules. */
interface AttentionRequest extends Actor<Partial<Scope>> {
  sources: AttentionSources;
}

interface Found {
  causes: Cause[];
  isComplete: boolean;
}

const parallelHomes = 8;

const levelOf = ({ tenantId, organizationId }: AttentionHome): AttentionLevel =>
  organizationId !== null ? 'organization' : tenantId !== null ? 'tenant' : 'platform';

/** The causes of one home: a few requests for each source, and one Query. */
async function findIn(home: AttentionHome, sources: AttentionSources, nowMs: number): Promise<Found> {
  const own = Object.entries(sources).filter(([, { levels }]) => levels.includes(levelOf(home)));
  if (own.length === 0) return { causes: [], isComplete: true };
  const [decisions, found] = await allOf([
    readDecisions(home, nowMs),
    allOf(own.map(([, source]) => source.find(home, nowMs))),
  ]);
  const causes = own.flatMap(([kind, source], index) =>
    (found[index]?.causes ?? []).map((cause) => {
      const decision = decisionAbout(decisions, home, { kind, key: cause.key });
      return toCause({ kind, home, source }, cause, heldDecision(cause, decision, nowMs));
    }),
  );
  return { causes, isComplete: found.every(({ isComplete }) => isComplete) };
}

async function findInAll(
  homes: readonly AttentionHome[],
  sources: AttentionSources,
  nowMs: number,
): Promise<Found> {
  const all: Found[] = [];
  await forEachParallel(homes, parallelHomes, async (home) => {
    all.push(await findIn(home, sources, nowMs));
  });
  return {
    causes: all.flatMap(({ causes }) => causes).toSorted(compareCauses),
    isComplete: all.every(({ isComplete }) => isComplete),
  };
}

/** The organizations of a tenant that are read, and the tenant itself. */
const homesOf = (tenantId: string, organizationIds: readonly string[], max: number): AttentionHome[] =>
  [null, ...organizationIds.slice(0, max)].map((organizationId) => ({ tenantId, organizationId }));

/** What fails now, as far as the caller may see it, and which kinds were left out. */
export const listCauses =
  (sources: AttentionSources) =>
  async ({ scope, context }: Actor<Partial<Scope>>, { state }: ListCauses) => {
    const { principal, nowMs } = context;
    const { tenantId, organizationIds = [] } = scope;
    const all = Object.entries(sources);
    const visible = Object.fromEntries(all.filter(([, source]) => maySee(principal, source)));
    const homes = [
      ...(tenantId === undefined ? [] : homesOf(tenantId, organizationIds, attentionLimits.organizations)),
      ...(principal.isSuperAdmin ? [{ tenantId: null, organizationId: null }] : []),
    ];
    const { causes, isComplete } = await findInAll(homes, visible, nowMs);
    const items = causes.filter((cause) => state?.includes(cause.state) ?? true);
    return {
      items: items.slice(0, attentionLimits.causes),
      open: causes.filter((cause) => cause.state === 'open').length,
      kinds: Object.keys(visible),
      leftOut: all
        .filter(([kind]) => visible[kind] === undefined)
        .map(([kind, { feature }]) => ({ kind, feature })),
      isComplete:
        isComplete &&
        organizationIds.length <= attentionLimits.organizations &&
        items.length <= attentionLimits.causes,
    };
  };

/** A cause that the caller may see. Throws NotFoundError if it has ended, and MissingFeatureError. */
async function getCause({ scope, sources, context }: AttentionRequest, id: string) {
  const { principal, nowMs } = context;
  const named = requireFound(causeNamed(id, scope.tenantId), 'Cause');
  const { kind, home, key } = named;
  const source = requireFound(Object.hasOwn(sources, kind) ? sources[kind] : undefined, 'Cause');
  const { tenantId, organizationId } = home;
  const isVisible =
    tenantId === null
      ? principal.isSuperAdmin
      : organizationId === null || (scope.organizationIds ?? []).includes(organizationId);
  if (!isVisible || !source.levels.includes(levelOf(home))) throw new NotFoundError('Cause');
  if (!maySee(principal, source)) throw new MissingFeatureError([source.feature]);
  const [{ causes }, decisions] = await allOf([source.find(home, nowMs), readDecisions(home, nowMs)]);
  const found = requireFound(
    causes.find((cause) => cause.key === key),
    'Cause',
  );
  return {
    found,
    source,
    named,
    decision: heldDecision(found, decisionAbout(decisions, home, named), nowMs),
  };
}

/** Acknowledges the failure, or mutes it until a time. A decision that is made already stays as it is. */
async function decide(request: AttentionRequest, id: string, mutedUntilMs: number | null): Promise<Cause> {
  const { found, source, named, decision: before } = await getCause(request, id);
  const { context } = request;
  if (before?.mutedUntilMs === mutedUntilMs) return toCause({ ...named, source }, found, before);
  const { kind, key } = named;
  const decision = {
    ...{ kind, key, occurrence: found.occurrence, mutedUntilMs },
    decidedBy: context.principal.subject,
    decidedAtMs: context.nowMs,
  };
  await saveDecision({ ...named, id, title: found.title, resourceId: found.resourceId }, decision, context);
  return toCause({ ...named, source }, found, decision);
}

/** Throws NotFoundError and MissingFeatureError. */
export const acknowledgeCause =
  (sources: AttentionSources) =>
  ({ scope, context }: Actor<Partial<Scope>>, { id }: Target): Promise<Cause> =>
    decide({ scope, sources, context }, id, null);

/** Throws NotFoundError, MissingFeatureError and InvalidInputError. */
export const muteCause =
  (sources: AttentionSources) =>
  async ({ scope, context }: Actor<Partial<Scope>>, { id, until }: MuteCause & Target): Promise<Cause> => {
    const { nowMs } = context;
    const untilMs = lastMomentOf(until);
    const isInTime = untilMs > nowMs && untilMs <= nowMs + attentionLimits.mutedDays * 86_400_000;
    if (!isInTime)
      throw new InvalidInputError({
        until: `must be a time within the next ${attentionLimits.mutedDays} days`,
      });
    return decide({ scope, sources, context }, id, untilMs);
  };

/** Throws NotFoundError and MissingFeatureError. */
export const reopenCause =
  (sources: AttentionSources) =>
  async ({ scope, context }: Actor<Partial<Scope>>, { id }: Target): Promise<Cause> => {
    const { found, source, named, decision } = await getCause({ scope, sources, context }, id);
    if (decision !== undefined)
      await removeDecision({ ...named, id, title: found.title, resourceId: found.resourceId }, context);
    return toCause({ ...named, source }, found, undefined);
  };

/** The tenants whose organizations one request may read together; the first is read in any case. */
function withinLimit(tenants: readonly OpenTenant[]): OpenTenant[] {
  let organizations = 0;
  const end = tenants.findIndex(({ organizationIds }, index) => {
    organizations += organizationIds.length;
    return index > 0 && organizations > attentionLimits.tenantOrganizations;
  });
  return end < 0 ? [...tenants] : tenants.slice(0, end);
}

async function examine(
  { id, name, organizationIds }: OpenTenant,
  sources: AttentionSources,
  nowMs: number,
): Promise<FailingTenant | undefined> {
  const { tenantOrganizations: max } = attentionLimits;
  const { causes, isComplete } = await findInAll(homesOf(id, organizationIds, max), sources, nowMs);
  const open = causes.filter(({ state }) => state === 'open');
  if (open.length === 0) return undefined;
  const failing = open.flatMap(({ organizationId }) => organizationId ?? []);
  return {
    ...{ tenantId: id, name, open: open.length },
    kinds: Object.fromEntries(
      [...Map.groupBy(open, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]),
    ),
    organizationIds: [...new Set(failing)],
    lastSeenAt:
      open
        .flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
        .toSorted()
        .at(-1) ?? null,
    isComplete: isComplete && organizationIds.length <= max,
  };
}

/** One page of tenants, of which those with open causes are returned. */
export const listTenantsInNeed =
  (sources: AttentionSources) =>
  async ({ context: { nowMs } }: Pick<Caller, 'context'>, { after, limit }: ListTenants) => {
    const { tenants, next } = await nextTenants(after, limit);
    const examined = withinLimit(tenants);
    const items: FailingTenant[] = [];
    // One after the other, because each reads its organizations in parallel.
    for (const tenant of examined) {
      const failing = await examine(tenant, sources, nowMs);
      if (failing !== undefined) items.push(failing);
    }
    const isCut = examined.length < tenants.length;
    return {
      items,
      examined: examined.length,
      next: isCut ? (examined.at(-1)?.position ?? null) : (next ?? null),
    };
  };
