/** The form of an upload, prefilled from the document. */
import { expect, inject, it } from 'vitest';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import type { JsonSchema } from '../../../shared/kernel/contracts/json-schema.ts';
import { bodyOf } from '../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import type { OpenApiDocument } from '../../../shared/modules/docs/openapi/types.ts';
import { resolveReference } from '../../../shared/modules/docs/openapi/types.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { send } from '../../support/clients/api.ts';

const { endpoint, shown } = sampleOf('uploadAttachment');

it('uploads a file with every part prefilled from the document', async () => {
  const { key } = await aTenant();
  const response = await fetch(`${inject('baseUrl')}/api/docs/openapi`);
  const document: OpenApiDocument = JSON.parse(await response.text());
  const media = document.paths[endpoint.path]?.post?.requestBody?.content['multipart/form-data'];
  const { properties = {} } = resolveReference<JsonSchema>(document, media?.schema ?? {});
  const texts = Object.entries(properties).filter(([, { format }]) => format !== 'binary');
  const body = Object.fromEntries(texts.map(([name, { examples }]) => [name, examples?.[0]]));
  const { path, headers, body: form } = toWire(endpoint, { body: { ...body, file: bodyOf(shown).file } });

  const answer = await send('POST', path, { body: form, headers: { 'x-api-key': key, ...headers } });

  expect(texts.map(([name]) => name)).not.toEqual(expect.arrayContaining(['tenantId']));
  expect(texts.filter(([, { examples }]) => examples === undefined)).toEqual([]);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
});
