import { openExplorer } from '../../shared/docs/contract.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { explorerPath } from '../../shared/http/explorer-path.ts';
import { redirectTo } from '../../shared/http/reply.ts';

export const handler = endpoint(openExplorer, async () => redirectTo(explorerPath));
