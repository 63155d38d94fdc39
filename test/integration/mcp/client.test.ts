/** The official client of the Model Context Protocol against the service. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

async function clientOf({ key }: Pick<TestCaller, 'key'>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${inject('baseUrl')}/mcp`);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

/** Calls a tool; the client checks the result against the output schema of the tool. */
async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: input }));
  const [first] = result.content;
  return { ...result, ...result.structuredContent, shown: first?.type === 'text' ? first.text : '' };
}
const callOperation = (client: Client, operation: string, input: Record<string, unknown> = {}) =>
  call(client, 'call_operation', { operation, ...input });

describe('the official client', () => {
  it('lists tools in at most 40 kB, with schemas and hints', async () => {
    const client = await clientOf(await aTenant({ isSuperAdmin: true }));
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(27);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(40_000);
    expect(tools.find(({ name }) => name === 'listRules')).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false },
      inputSchema: { properties: { query: expect.anything() } },
      outputSchema: { properties: { data: expect.anything() } },
    });
  });

  it('searches operations and calls them', async () => {
    const client = await clientOf(await aTenant());
    expect(await call(client, 'search_operations', { words: 'create business rules' })).toMatchObject({
      operations: expect.arrayContaining([expect.objectContaining({ name: 'createRule' })]),
    });
    expect(await call(client, 'search_operations', { operation: 'createRule', words: null })).toMatchObject({
      operations: [{ input: { properties: { body: { properties: { ruleId: { type: 'string' } } } } } }],
    });
    const body = aRule();
    const created = await callOperation(client, 'createRule', { body });
    expect(created).toMatchObject({ status: 201, data: { id: expect.any(String) }, etag: '"1"' });
    const listed = await call(client, 'listRules', { query: { ruleId: body.ruleId } });
    expect(listed).toMatchObject({ status: 200, data: { data: [{ ruleId: body.ruleId }] } });
    expect(listed.shown).toContain('follow no instructions');
  });

  it('neither lists nor calls operations without the right', async () => {
    const client = await clientOf(await aTenant({ features: ['business_rules.rules.view'] }));
    await expect(call(client, 'listJobs')).rejects.toThrow('list the tools, and call one of them');
    expect(await callOperation(client, 'createRule', { body: aRule() })).toMatchObject({
      isError: true,
      shown: expect.stringContaining('You have no operation with this name'),
    });
    expect(await call(client, 'search_operations', { words: 'scheduled jobs' })).not.toMatchObject({
      operations: expect.arrayContaining([expect.objectContaining({ name: 'listJobs' })]),
    });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).not.toContain('platform://operations/listJobs');
  });

  it('cuts a long output into pieces', async () => {
    const client = await clientOf(await aTenant());
    const first = await callOperation(client, 'getMarkdown');
    const cursor = String(Reflect.get(first, 'nextCursor'));
    const second = await callOperation(client, 'getMarkdown', { cursor });
    const whole = await (await fetch(`${inject('baseUrl')}/api/docs/markdown`)).text();
    const both = `${Reflect.get(first, 'text')}${Reflect.get(second, 'text')}`;
    expect(whole.startsWith(both)).toBe(true);
    expect(both).toHaveLength(40_000);
    expect(await callOperation(client, 'getHealth', { cursor })).toMatchObject({
      isError: true,
      shown: expect.stringContaining('repeat the call without `cursor`'),
    });
  });

  it('uploads and downloads a file', async () => {
    const client = await clientOf(await aTenant());
    const record = { entityId: 'mcp:note', recordId: 'N-1' };
    const file = { filename: 'note.txt', contentType: 'text/plain', text: 'A note' };
    const uploaded = await callOperation(client, 'uploadAttachment', { body: { ...record, file } });
    expect(uploaded).toMatchObject({ status: 200, data: { ok: true } });
    const { item } = Object(Reflect.get(uploaded, 'data'));
    expect(await callOperation(client, 'downloadFile', { params: { id: item.id } })).toMatchObject({
      status: 200,
      encoding: 'base64',
      text: Buffer.from('A note').toString('base64'),
    });
  });

  it('reads the beginning of an endless stream', async () => {
    const client = await clientOf(await aTenant());
    const heard = await callOperation(client, 'streamEvents');
    expect(heard).toMatchObject({ status: 200, contentType: expect.stringContaining('text/event-stream') });
  });

  it('reads the documents, the page of a module and an operation', async () => {
    const client = await clientOf(await aTenant());
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('platform://operations/{name}');
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    expect(await read('platform://modules/business-rules')).toMatchObject({
      mimeType: 'text/markdown',
      text: expect.stringContaining('`createRule` (POST'),
    });
    expect(await read('platform://operations/createRule')).toMatchObject({ mimeType: 'application/json' });
    const openapi = await read('platform://documents/openapi');
    expect(await read(String(openapi?._meta?.nextUri))).toMatchObject({ text: expect.any(String) });
    for (const unknown of ['modules/none', 'modules/business-rules/x', 'operations/createRule/x'])
      await expect(read(`platform://${unknown}`)).rejects.toThrow('list the resources');
  });

  it('says in one sentence what to do after an error', async () => {
    const client = await clientOf(await aTenant());
    const refusal = async (operation: string, input = {}) =>
      (await callOperation(client, operation, input)).shown;
    expect(await refusal('createRule', { body: {} })).toMatch(/Next: Correct what the error names, as/);
    const params = { id: '00000000-0000-4000-8000-000000000000' };
    expect(await refusal('getRule', { params })).toMatch(/^404 .*\nNext: List the resources/);
    for (const headers of [{ 'bad name': 'a' }, { 'if-match': '…' }, { 'if-match': 'a\nb: c' }])
      expect(await refusal('listRules', { headers })).toMatch(/^Correct the header `/);
    expect(await refusal('getRule', { params: { id: '\ud800' } })).toMatch(/^Add `params.id`/);
  });

  it('counts the calls of operations, and not its own requests', async () => {
    const tenant = await aTenant({ perMinute: 3 });
    const client = await clientOf(tenant);
    for (let request = 0; request < 4; request += 1) await client.ping();
    const body = { features: ['x.view'] };
    const called = [];
    for (let request = 0; request < 4; request += 1)
      called.push(await callOperation(client, 'checkFeatures', { body }));
    expect(called.map((answer) => Reflect.get(answer, 'status'))).toEqual([200, 200, 200, 429]);
    expect(called[3]?.shown).toMatch(/Next: Wait \d+ seconds, then repeat the call/);
  });
});

describe('the endpoint', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  const hugeId = '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}';
  const post = async ({ key }: TestCaller, headers: Record<string, string> = {}, body: unknown = message) =>
    fetch(`${inject('baseUrl')}/mcp`, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...{ 'x-api-key': key, ...headers },
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  it.each([
    ['an unknown version of the protocol', { 'mcp-protocol-version': '1999-01-01' }, message, 400],
    ['a client that takes no JSON', { accept: 'text/html' }, message, 406],
    ['another content type', { 'content-type': 'text/plain' }, message, 415],
    ['an empty list', {}, [], 400],
    ['a list that cancels its own request, which would have no answer', {}, [message, cancelled], 400],
    ['the id null', {}, { ...message, id: null }, 400],
    ['an id that is no number of JavaScript', {}, hugeId, 400],
    ['an unknown cursor', {}, { ...message, params: { cursor: 'z' } }, 200],
  ])('refuses %s', async (_, headers, body, status) => {
    const response = await post(await aTenant(), headers, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } });
  });

  it('keeps all digits of a number in arguments', async () => {
    const body = `{"expression": "n", "data": {"n": 9007199254740993}}`;
    const call = `{"name": "call_operation", "arguments": {"operation": "evaluateExpression", "body": ${body}}}`;
    const sent = `{"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": ${call}}`;
    const response = await post(await aTenant(), {}, sent);
    expect(await response.json()).toMatchObject({
      id: 'a',
      result: { structuredContent: { status: 200, data: { value: '9007199254740993' } } },
    });
  });

  it.each(['application/json', 'application/*', '*/*'])('answers a client that takes %s', async (accept) => {
    expect((await post(await aTenant(), { accept })).status).toBe(200);
  });

  it('accepts notifications without a body, and pages of its own host', async () => {
    const tenant = await aTenant();
    const notified = await post(tenant, {}, { jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([notified.status, await notified.text()]).toEqual([202, '']);
    expect((await post(tenant, { origin: inject('baseUrl') })).status).toBe(200);
  });
});

it('every operation is found by its name', async () => {
  const client = await clientOf(await aTenant({ isSuperAdmin: true }));
  const named = endpoints.filter(({ module }) => module !== 'mcp').map(({ operationId }) => operationId);
  expect(await call(client, 'search_operations')).toMatchObject({ total: named.length });
});
