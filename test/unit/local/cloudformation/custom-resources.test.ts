import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCustomResources } from '../../../../lib/local/cloudformation/custom-resources.ts';
import type { LambdaService } from '../../../../lib/local/lambda/lambda.ts';
import { folderOfEachTest } from '../../../support/folders.ts';
import { aResource, resolvedApp } from '../../../support/runtime/resolved-app.ts';

const dir = folderOfEachTest();
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:upload';

const anApp = (properties: object) =>
  resolvedApp(
    aResource('AWS::Lambda::Function', 'upload', functionArn),
    aResource('Custom::Upload', 'Upload', 'arn:upload', { ServiceToken: functionArn, ...properties }),
  );

/** Creates the resources with a function that reports this status. Returns the requests that it received. */
async function create(properties: Record<string, unknown>, content = 'build-1', Status = 'SUCCESS') {
  const requests: { RequestType: string; ResourceProperties: unknown }[] = [];
  const lambda: Pick<LambdaService, 'invoke'> = {
    async invoke(_, payload) {
      const request = JSON.parse(payload);
      requests.push(request);
      await fetch(request.ResponseURL, { method: 'PUT', body: JSON.stringify({ Status, Reason: 'broken' }) });
      return { payload: 'null' };
    },
  };
  const created = createCustomResources(anApp(properties), lambda, {
    createdFile: join(dir(), 'created.json'),
    content,
  });
  return { created, requests };
}

async function countCreated(properties: Record<string, unknown>, content?: string): Promise<number> {
  const { created, requests } = await create(properties, content);
  await created;
  return requests.length;
}

describe('a custom resource', () => {
  it('is created by its function, with its properties', async () => {
    const { created, requests } = await create({ Build: 'a' });
    await created;
    expect(requests).toMatchObject([
      { RequestType: 'Create', ResourceProperties: { ServiceToken: functionArn, Build: 'a' } },
    ]);
  });

  it('is created again when its properties or the content have changed, not at each start', async () => {
    expect(await countCreated({ Build: 'a' })).toBe(1);
    expect(await countCreated({ Build: 'a' })).toBe(0);
    expect(await countCreated({ Build: 'b' })).toBe(1);
    expect(await countCreated({ Build: 'b' }, 'build-2')).toBe(1);
    expect(await countCreated({ Build: 'b' }, 'build-2')).toBe(0);
  });

  it('is created again when the record of what was created is unfinished', async () => {
    expect(await countCreated({ Build: 'a' })).toBe(1);
    writeFileSync(join(dir(), 'created.json'), '{"test/Upl');
    expect(await countCreated({ Build: 'a' })).toBe(1);
  });

  it('is created again when its function has failed', async () => {
    const failed = await create({ Build: 'a' }, 'build-1', 'FAILED');
    await expect(failed.created).rejects.toThrow('Upload failed: broken');
    expect(await countCreated({ Build: 'a' })).toBe(1);
  });
});
