/** Integrations: credentials match their state, and enabled integrations are checked. */
import type { Item } from '../../../shared/kernel/table/read.ts';
import { type Invariant, partOf, type RawItem, text } from './table.ts';

const scopeNameOf = ({ pk }: RawItem): string => `${partOf(pk, 1)} ${partOf(pk, 3)}`;
const namesIn = (item: Item | undefined): string[] => (item?.credentialKeys as string[] | undefined) ?? [];

export const integrations: Invariant = (table) => {
  const states = new Map(table.rows('integration').map((row) => [`${scopeNameOf(row)} ${row.id}`, row]));
  const sealed = new Map(
    table.rows('integration_credentials').map((row) => [`${scopeNameOf(row)} ${row.sk}`, row]),
  );
  return [
    ...[...states]
      .filter(([place, state]) => namesIn(state).length > 0 && !sealed.has(place))
      .map(([place]) => `credentials: those of ${place} are missing`),
    ...[...sealed]
      .filter(([place, row]) => Number(states.get(place)?.credentialsRevision ?? -1) !== Number(row.rev))
      .map(([place]) => `credentials: those of ${place} differ from its state`),
    ...table
      .rows('health_check')
      .filter(({ tenantId, organizationId, integrationId }) => {
        const state = states.get(`${text(tenantId)} ${text(organizationId)} ${text(integrationId)}`);
        return state === undefined || state.isEnabled === false;
      })
      .map(({ pk, sk }) => `health checks: ${pk} ${sk} belongs to no enabled integration`),
  ];
};
