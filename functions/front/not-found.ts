import { homePaths, notFound, openHome } from '../../shared/front/contract.ts';
import { endpoint, type LambdaHandler } from '../../shared/http/endpoint.ts';
import { NotFoundError } from '../../shared/http/errors.ts';
import { explorerPath } from '../../shared/http/explorer-path.ts';
import { redirectTo } from '../../shared/http/reply.ts';

const refuse = endpoint(notFound, async () => {
  throw new NotFoundError('Route');
});
const redirect = endpoint(openHome, async () => redirectTo(explorerPath));

export const handler: LambdaHandler = (event, context) => {
  const { method } = event.requestContext.http;
  const isHome = (method === 'GET' || method === 'HEAD') && homePaths.includes(event.rawPath);
  return (isHome ? redirect : refuse)(event, context);
};
