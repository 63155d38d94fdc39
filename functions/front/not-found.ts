import { methodsOfPaths } from '../../shared/catalog/paths.ts';
import { compileMethods } from '../../shared/kernel/base/path-table.ts';
import { MethodNotAllowedError, NotFoundError } from '../../shared/kernel/errors/errors.ts';
import { endpoint, type LambdaHandler } from '../../shared/kernel/http/endpoint.ts';
import { explorerPath } from '../../shared/kernel/http/explorer-path.ts';
import { redirectTo } from '../../shared/kernel/http/reply.ts';
import { homePaths, notFound, openHome } from '../../shared/modules/platform/front/contract.ts';

const methodsOf = compileMethods({
  ...methodsOfPaths,
  ...Object.fromEntries(homePaths.map((path) => [path, 'GET HEAD'])),
});
const refuseWith = (error: Error) =>
  endpoint(notFound, async () => {
    throw error;
  });
const redirect = endpoint(openHome, async () => redirectTo(explorerPath));

export const handler: LambdaHandler = (event, context) => {
  const { rawPath, requestContext } = event;
  const { method } = requestContext.http;
  const allowed = methodsOf(rawPath);
  const isHome = homePaths.includes(rawPath) && allowed?.includes(method);
  const refusal = allowed === undefined ? new NotFoundError('Route') : new MethodNotAllowedError(allowed);
  return (isHome ? redirect : refuseWith(refusal))(event, context);
};
