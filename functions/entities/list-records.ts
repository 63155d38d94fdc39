import { listRecords } from '../../shared/entities/contract.ts';
import { toRecord } from '../../shared/entities/record.ts';
import * as records from '../../shared/entities/record-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { toList } from '../../shared/http/list.ts';

export const handler = endpoint(listRecords, async ({ scope, query, context }) => {
  const { items, total } = await records.listRecords(scope, query, context);
  return toList(query, { items: items.map(toRecord), total });
});
