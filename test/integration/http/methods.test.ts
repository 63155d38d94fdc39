/** Methods that a path does not have, over all paths of the public host. */
import { expect, inject, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { methodsOfPaths } from '../../../shared/catalog/paths.ts';

const origin = inject('baseUrl');
const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';

/** The methods of every path: streams, uploads and the explorer are among those of the endpoints. */
const known = new Map<string, readonly string[]>([
  ...Object.entries(methodsOfPaths).map(([path, methods]): [string, string[]] => [
    path.replaceAll(/\{(?:version|revision)\}/g, '1').replaceAll(/\{[^}]+\}/g, id),
    methods.split(' '),
  ]),
  ...['/', '/docs', '/docs/', '/docs/api/'].map((path): [string, string[]] => [path, ['GET', 'HEAD']]),
  ...['/console', '/console/', '/console/webhooks', '/console/assets/app.js'].map(
    (path): [string, string[]] => [path, ['GET', 'HEAD']],
  ),
]);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

it('knows every path', () => {
  expect(Object.keys(methodsOfPaths)).toEqual(
    expect.arrayContaining(endpoints.flatMap(({ path, otherPaths = [] }) => [path, ...otherPaths])),
  );
});

it.each(methods)('%s is 405 with Allow on each path that has only other methods', async (method) => {
  const paths = [...known].filter(([, own]) => !own.includes(method));
  const wrong: unknown[] = [];
  for (const [path, own] of paths) {
    const response = await fetch(origin + path, { method, redirect: 'manual' });
    const text = await response.text();
    const requestId = response.headers.get('x-request-id');
    const allowed = response.headers.get('allow')?.split(', ').toSorted();
    const body: unknown = method === 'HEAD' ? undefined : JSON.parse(text);
    const isRefused =
      response.status === 405 && requestId !== null && String(allowed) === String(own.toSorted());
    if (!isRefused) wrong.push([path, response.status, allowed]);
    else if (body !== undefined)
      expect(body).toMatchObject({ error: expect.any(String), code: 'method_not_allowed', requestId });
  }
  expect(wrong).toEqual([]);
});

it('a path that does not exist is 404 for every method', async () => {
  for (const method of methods)
    expect((await fetch(`${origin}/api/nothing/here`, { method })).status).toBe(404);
});
