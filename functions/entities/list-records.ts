import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { toList } from '../../shared/kernel/lists/list.ts';
import { toRecord } from '../../shared/modules/entities/record.ts';
import { listRecords } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = endpoint(listRecords, async ({ scope, query, context }) => {
  const { items, total } = await records.listRecords(scope, query, context);
  return toList(query, { items: items.map(toRecord), total });
});
