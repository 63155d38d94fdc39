import { NotFoundError } from '../../shared/kernel/errors/errors.ts';
import { endpoint, type LambdaHandler } from '../../shared/kernel/http/endpoint.ts';
import { explorerPath } from '../../shared/kernel/http/explorer-path.ts';
import { redirectTo } from '../../shared/kernel/http/reply.ts';
import { homePaths, notFound, openHome } from '../../shared/modules/platform/front/contract.ts';

const refuse = endpoint(notFound, async () => {
  throw new NotFoundError('Route');
});
const redirect = endpoint(openHome, async () => redirectTo(explorerPath));

export const handler: LambdaHandler = (event, context) => {
  const { method } = event.requestContext.http;
  const isHome = (method === 'GET' || method === 'HEAD') && homePaths.includes(event.rawPath);
  return (isHome ? redirect : refuse)(event, context);
};
