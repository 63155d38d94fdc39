import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { toList } from '../../shared/kernel/lists/list.ts';
import { listRecords } from '../../shared/modules/entities/record-contract.ts';
import * as records from '../../shared/modules/entities/record-service.ts';

export const handler = endpoint(listRecords, async ({ scope, query, context }) =>
  toList(query, await records.listShownRecords(scope, query, context)),
);
