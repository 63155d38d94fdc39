/** Resolves names in expressions and actions. */
import { compilePath } from '../../../kernel/conditions/path.ts';
import { type Resolve, resolver } from '../../../kernel/conditions/resolver.ts';
import { isNone } from '../../../kernel/conditions/values.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';

/** Fields of the calling user, which the data cannot provide, not even where the caller has no such field. */
const ofUser: ReadonlySet<string> = new Set(['user.id', 'user.type', 'user.email', 'user.name', 'user.role']);

/** The longest set field that is named, or in whose value the name is a path. */
function setFieldOf(name: string, set: ReadonlyMap<string, unknown>): string | undefined {
  const fields = [...set.keys()].filter(
    (field) => name.startsWith(field) && /^(?:$|[.[])/.test(name.slice(field.length)),
  );
  return fields.toSorted((one, other) => other.length - one.length)[0];
}

/** What an execution is about; null for what is unknown. */
interface Subject {
  scope: RowScope;
  entityType: string | null;
  entityId: string | null;
  eventType: string | null;
  user: object | null;
}

/** The names that the platform provides. */
export function platformNames({ scope, entityType, entityId, eventType, user }: Subject) {
  const { tenantId, organizationId } = scope;
  return {
    entityType,
    entityId,
    eventType,
    user,
    tenantId,
    organizationId,
    tenant: { id: tenantId },
    organization: { id: organizationId },
    entity: { type: entityType, id: entityId, eventType, tenantId, organizationId },
  };
}

/** Names that an execution reads. */
export interface NameSources {
  nowMs: number;
  /** Names of the platform. */
  context: Readonly<Record<string, unknown>>;
  data: unknown;
  /** Values that earlier actions have set, by field. A field that was set to null has no value. */
  set?: ReadonlyMap<string, unknown>;
}

/** Resolves a name: first of the platform, then a set field, then a field of the data, also as `data.<field path>`. */
export function nameResolver({ nowMs, context, data, set = new Map() }: NameSources): Resolve {
  const [ofPlatform, ofData] = [resolver(nowMs, context), resolver(nowMs, { data }, data)];
  return (name) => {
    const value = ofPlatform(name);
    if (value !== undefined) return value;
    const field = setFieldOf(name, set);
    if (field === name) return set.get(field);
    if (field !== undefined) return compilePath(name.slice(field.length).replace(/^\./, ''))(set.get(field));
    return ofUser.has(name) && !isNone(context.user) ? undefined : ofData(name);
  };
}
