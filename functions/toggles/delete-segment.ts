import { requiredId } from '../../shared/kernel/http/delete-target.ts';
import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteSegment } from '../../shared/modules/toggles/segment-contract.ts';
import * as segments from '../../shared/modules/toggles/segment-service.ts';

export const handler = endpoint(deleteSegment, async ({ scope, ifMatch, context }, input) => {
  const id = requiredId(input);
  await segments.deleteSegment(scope, id, ifMatch, context);
  return { id };
});
