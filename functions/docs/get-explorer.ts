import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { Reply } from '../../shared/kernel/http/reply.ts';
import { getExplorer } from '../../shared/modules/docs/contract.ts';
import { explorerHeaders, explorerPage } from '../../shared/modules/docs/explorer-page.ts';

export const handler = endpoint(
  getExplorer,
  async () => new Reply(explorerPage, { headers: explorerHeaders }),
);
