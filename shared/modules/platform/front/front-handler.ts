/** The handler of requests for which there is no operation. */
import { compileMethods } from '../../../kernel/base/path-table.ts';
import { MethodNotAllowedError, NotFoundError } from '../../../kernel/errors/errors.ts';
import { endpoint, type LambdaHandler } from '../../../kernel/http/endpoint.ts';
import { explorerPath } from '../../../kernel/http/explorer-path.ts';
import { redirectTo } from '../../../kernel/http/reply.ts';
import { homePaths, notFound, openHome } from './contract.ts';

const refuseWith = (error: Error) =>
  endpoint(notFound, async () => {
    throw error;
  });
const redirect = endpoint(openHome, async () => redirectTo(explorerPath));

/** Redirects the home paths and refuses all others: with 405 if the table has other methods of the path, else with 404. */
export function frontHandler(methodsOfPaths: Readonly<Record<string, string>>): LambdaHandler {
  const methodsOf = compileMethods({
    ...methodsOfPaths,
    ...Object.fromEntries(homePaths.map((path) => [path, 'GET HEAD'])),
  });
  return (event, context) => {
    const { rawPath, requestContext } = event;
    const { method } = requestContext.http;
    const allowed = methodsOf(rawPath);
    const isHome = homePaths.includes(rawPath) && allowed?.includes(method);
    const refusal = allowed === undefined ? new NotFoundError('Route') : new MethodNotAllowedError(allowed);
    return (isHome ? redirect : refuseWith(refusal))(event, context);
  };
}
