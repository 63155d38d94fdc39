import { openExplorer } from '../../shared/docs/contract.ts';
import { explorerPath } from '../../shared/docs/explorer-path.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { redirectTo } from '../../shared/http/reply.ts';

export const handler = endpoint(openExplorer, async () => redirectTo(explorerPath));
