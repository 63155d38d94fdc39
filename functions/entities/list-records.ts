import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { toList } from '../../shared/kernel/lists/list.ts';
import { refuseHeavyRows } from '../../shared/kernel/table/listing.ts';
import { toRecord } from '../../shared/modules/entities/record.ts';
import { listRecords } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = endpoint(listRecords, async ({ scope, query, context }) => {
  const { items: found, total } = await records.listRecords(scope, query, context);
  const items = found.map(toRecord);
  // Custom values are shown twice, and quotes take more bytes in a response than in the table.
  refuseHeavyRows(items, query.pageSize);
  return toList(query, { items, total });
});
