import { getExplorer } from '../../shared/docs/contract.ts';
import { explorerHeaders, explorerPage } from '../../shared/docs/explorer-page.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { Reply } from '../../shared/http/reply.ts';

export const handler = endpoint(
  getExplorer,
  async () => new Reply(explorerPage, { headers: explorerHeaders }),
);
