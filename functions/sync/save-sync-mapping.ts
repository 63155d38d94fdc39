import { creation } from '../../shared/kernel/http/creation.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { toResponse } from '../../shared/kernel/resources/values.ts';
import { savedMappings, saveSyncMapping } from '../../shared/modules/sync/mappings/mapping-contract.ts';
import * as mappings from '../../shared/modules/sync/mappings/mapping-service.ts';

export const handler = creation(
  saveSyncMapping,
  async ({ scope, body, ifMatch, context }) => {
    const { row, isNew } = await mappings.saveMapping(scope, body, ifMatch, context);
    return new Reply(toResponse(savedMappings, row), {
      status: isNew ? undefined : 200,
      revision: row.revision,
    });
  },
  async ({ scope }, { id, version }) => {
    const row = await mappings.getMapping(scope, id);
    return new Reply(toResponse(savedMappings, row), {
      status: version === 1 ? undefined : 200,
      revision: row.revision,
    });
  },
);
