import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../lib/local/http/http-routing.ts';

const select = createRouter(
  [
    '$default',
    'GET /{proxy+}',
    'GET /pets/{proxy+}',
    'GET /pets/dog/{id}',
    'GET /pets/dog/1',
    'DELETE /pets/{kind}/{id}',
    'GET /',
    'PUT /owners/{owner}/pets/{pet}',
  ].map((routeKey) => ({ routeKey, target: routeKey })),
);

describe('route selection of an HTTP API', () => {
  it.each([
    ['GET', '/pets/dog/1', 'GET /pets/dog/1'],
    ['GET', '/pets/dog/2', 'GET /pets/dog/{id}'],
    ['GET', '/pets/cat/1', 'GET /pets/{proxy+}'],
    ['GET', '/pets/dog/2/toys', 'GET /pets/{proxy+}'],
    ['DELETE', '/pets/dog/1', 'DELETE /pets/{kind}/{id}'],
    ['GET', '/test/5', 'GET /{proxy+}'],
    ['GET', '/pets/{proxy+}', 'GET /pets/{proxy+}'],
    ['HEAD', '/pets/dog/2', '$default'],
    ['GET', '/', 'GET /'],
    ['POST', '/', '$default'],
    ['GET', '/pets/dog/', 'GET /pets/{proxy+}'],
  ])('%s %s selects %s', (method, path, routeKey) => {
    expect(select(method, path)?.routeKey).toBe(routeKey);
  });

  it('passes every path variable', () => {
    expect(select('PUT', '/owners/ann/pets/rex')?.pathParameters).toEqual({ owner: 'ann', pet: 'rex' });
    expect(select('GET', '/pets/cat/1')?.pathParameters).toEqual({ proxy: 'cat/1' });
    expect(select('GET', '/pets/dog/1')?.pathParameters).toBeUndefined();
  });

  it('selects no route without $default', () => {
    const strict = createRouter([{ routeKey: 'GET /pets', target: 1 }]);
    expect(strict('POST', '/pets')).toBeUndefined();
    expect(strict('GET', '/pets/')).toBeUndefined();
    expect(strict('GET', '/Pets')).toBeUndefined();
    expect(strict('HEAD', '/pets')).toBeUndefined();
  });

  it.each([['GET pets'], ['/pets'], ['GET /{proxy+}/x'], ['ANY /pets']])(
    'refuses the route key "%s"',
    (routeKey) => {
      expect(() => createRouter([{ routeKey, target: 1 }])).toThrow(routeKey);
    },
  );

  it('refuses a duplicate route key', () => {
    const route = { routeKey: 'GET /pets', target: 1 };
    expect(() => createRouter([route, route])).toThrow('exists twice');
  });
});
