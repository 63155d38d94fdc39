import { expect, inject } from 'vitest';
import type { TestCaller } from '../support/builders/tenants.ts';
import { send } from '../support/clients/api.ts';
import { conformance } from './support/conformance.ts';
import { aNewKey, aRole } from './support/people.ts';
import { aCaller, theCaller } from './support/stage.ts';

const { proves } = conformance('mcp');

interface Answer {
  result?: Record<string, unknown>;
  error?: { code: number };
}

const accept = 'application/json, text/event-stream';
const post = (headers: Record<string, string>, body: unknown) =>
  send<Answer>('POST', '/mcp', { headers: { accept, ...headers }, body });
const ask = ({ key }: TestCaller, method: string, params: unknown = {}) =>
  post({ 'x-api-key': key }, { jsonrpc: '2.0', id: 1, method, params });
const callOperation = (caller: TestCaller, operation: string) =>
  ask(caller, 'tools/call', { name: 'call_operation', arguments: { operation } });

proves('tools', async () => {
  const { body } = await ask(await theCaller(), 'tools/list');
  expect(body.result?.tools).toContainEqual(
    expect.objectContaining({
      name: 'listRules',
      inputSchema: expect.any(Object),
      outputSchema: expect.any(Object),
      annotations: expect.objectContaining({ readOnlyHint: true }),
    }),
  );
});

proves('any-operation', async () => {
  const { body } = await callOperation(await theCaller(), 'listRules');
  expect(body.result?.structuredContent).toMatchObject({ status: 200, data: expect.any(Object) });
});

proves('no-right', async () => {
  const caller = await aCaller({ features: ['audit_logs.view'] });
  const { body } = await ask(caller, 'tools/list');
  expect(body.result?.tools).not.toContainEqual(expect.objectContaining({ name: 'listRules' }));
  expect((await callOperation(caller, 'listRules')).body.result).toMatchObject({ isError: true });
});

proves('read-only', async () => {
  const { tenantId, organizationId, ...maker } = await aCaller();
  const role = await aRole(maker, { features: ['business_rules.*'] });
  const made = await aNewKey(maker, { roles: [role.id], readOnly: true });
  const caller = { ...maker, tenantId, organizationId, key: made.secret };
  const { body } = await ask(caller, 'tools/list');
  expect(body.result?.tools).toContainEqual(expect.objectContaining({ name: 'listRules' }));
  expect(body.result?.tools).not.toContainEqual(expect.objectContaining({ name: 'executeRules' }));
  expect((await callOperation(caller, 'listRules')).body.result).not.toMatchObject({ isError: true });
  expect((await callOperation(caller, 'createRule')).body.result).toMatchObject({ isError: true });
});

proves('get-and-delete', ['GET', 'DELETE'], async (method) => {
  const { status, headers } = await send(method, '/mcp');
  expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
});

proves('challenge', async () => {
  const { status, headers } = await post({}, { jsonrpc: '2.0', id: 1, method: 'ping' });
  const { origin } = new URL(inject('baseUrl'));
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
  expect([status, headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer resource_metadata="${metadata}", scope="read write"`,
  ]);
});

proves('origin', async () => {
  const { key } = await theCaller();
  const headers = { 'x-api-key': key, origin: 'https://other.example' };
  expect(await post(headers, { jsonrpc: '2.0', id: 1, method: 'ping' })).toMatchObject({ status: 403 });
});

proves('json-rpc', async () => {
  const { key } = await theCaller();
  const refusals: [body: string, status: number, error: object][] = [
    ['{', 400, { id: null, error: { code: -32_700 } }],
    ['{"id":1}', 400, { id: null, error: { code: -32_600 } }],
    ['"ping"', 400, { id: null, error: { code: -32_600 } }],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, { id: null, error: { code: -32_600 } }],
    ['{"jsonrpc":"2.0","id":7,"method":"nope"}', 200, { id: 7, error: { code: -32_601 } }],
    ['{"jsonrpc":"2.0","id":7,"method":"initialize"}', 200, { id: 7, error: { code: -32_602 } }],
    ['{"jsonrpc":"2.0","id":"a","method":"tools/call"}', 200, { id: 'a', error: { code: -32_602 } }],
    [
      '{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{}}',
      200,
      { id: 7, error: { code: -32_602 } },
    ],
  ];
  for (const [body, status, error] of refusals) {
    const answer = await fetch(new URL('/mcp', inject('baseUrl')), {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json', 'x-api-key': key },
      body,
    });
    expect([answer.status, await answer.json()]).toMatchObject([status, { jsonrpc: '2.0', ...error }]);
  }
});
