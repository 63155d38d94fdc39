import { expect, it } from 'vitest';
import { callsOf, send } from '../../support/clients/api.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

it('the document is returned without a DynamoDB request', async () => {
  expect(await callsOf(await send('GET', '/api/docs/openapi'))).toEqual([]);
});
