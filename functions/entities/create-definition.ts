import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { withRevision } from '../../shared/kernel/http/reply.ts';
import { createDefinition } from '../../shared/modules/entities/definition-contract.ts';
import * as definitions from '../../shared/modules/entities/definition-service.ts';

export const handler = creation(
  createDefinition,
  async ({ scope, context, body, ifMatch }) => {
    const { id, revision } = await definitions.define(scope, body, ifMatch, context);
    return withRevision({ id }, revision);
  },
  replayId,
);
