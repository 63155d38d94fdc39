/** Entity types to choose from: records of any type can be stored, so there is no complete list. */
import { orThrow, parseJson, toJson } from '../../../shared/clients/typescript/index.ts';
import { kept } from '../api/kept.ts';
import { useRead } from '../api/queries.ts';
import { useMay } from '../session/session.ts';

const name = 'console.record-types';
const maxTypes = 8;

/** Types that were looked at in this browser, the latest first. */
function recentTypes(): readonly string[] {
  try {
    const stored: unknown = parseJson(kept.get(name) ?? '[]');
    return Array.isArray(stored) ? stored.filter((type) => typeof type === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberType(type: string): void {
  const types = [type, ...recentTypes().filter((one) => one !== type)].slice(0, maxTypes);
  kept.set(name, toJson(types));
}

/** Recent types, and types of recent imports and of rules. */
export function useKnownTypes(): readonly string[] {
  const may = useMay();
  const runs = useRead(
    ['syncRuns', 'types'],
    (api) => orThrow(api.GET('/api/data_sync/runs', { params: { query: { pageSize: 50 } } })),
    { enabled: may('data_sync.view') },
  );
  const rules = useRead(
    ['rules', 'types'],
    (api) => orThrow(api.GET('/api/business_rules/rules', { params: { query: { pageSize: 50 } } })),
    { enabled: may('business_rules.rules.view') },
  );
  const types = [
    ...recentTypes(),
    ...(runs.data?.items ?? []).map(({ recordType }) => recordType),
    ...(rules.data?.data ?? []).map(({ entityType }) => entityType),
  ];
  return [...new Set(types)].slice(0, maxTypes);
}
