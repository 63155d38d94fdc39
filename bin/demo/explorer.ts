/** Finds an operation's page in the API explorer. */
import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../../shared/modules/docs/openapi/types.ts';

const file = new URL('../../shared/modules/docs/openapi/openapi.json', import.meta.url);

/** Returns the explorer's page for a request; undefined when the platform has no such operation. */
export function explorerOf(baseUrl: string): (method: string, url: string) => string | undefined {
  const { paths }: OpenApiDocument = JSON.parse(readFileSync(file, 'utf8'));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([
        method,
        {
          tags: [tag = ''],
          operationId,
        },
      ]) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        isExact: !path.includes('{'),
        link: `${baseUrl}/docs/api#/${tag.replaceAll(' ', '%20')}/${operationId}`,
      }),
    ),
  );
  return (method, url) => {
    if (!url.startsWith(`${baseUrl}/`)) return undefined;
    const { pathname } = new URL(url);
    const found = operations.filter((one) => one.method === method && one.pattern.test(pathname));
    return (found.find(({ isExact }) => isExact) ?? found[0])?.link;
  };
}
