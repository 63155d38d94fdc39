/** Extraction while Textract throttles, workers die and messages come twice. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { functionName } from '../../lib/aws/names.ts';
import { encodeForm, formType, uploadParts } from '../../lib/lab/fuzz/multipart.ts';
import { aScan, aScannedPdf } from '../support/builders/scans.ts';
import { eventually } from '../support/clients/eventually.ts';
import { type OwnRuntime, stage, startOwnRuntime } from '../support/runtime/own-runtime.ts';

const extractor = functionName(stage, 'attachments', 'extract-text');
const [recognized, extraction] = ['text-recognized', 'text-extraction'];
const library = '/api/attachments/library';

let runtime: OwnRuntime;
beforeAll(async () => {
  runtime = await startOwnRuntime();
});
afterAll(() => runtime.stop());

interface Item {
  id: string;
  content: string | null;
  contentStatus: string;
}

async function upload(filename: string, type: string, value: Buffer): Promise<string> {
  const body = encodeForm(uploadParts({}, { filename, type, value }));
  const { item } = await runtime.send<{ item: Item }>('POST', '/api/attachments', body, formType);
  return item.id;
}

const itemOf = async (id: string) => (await runtime.request<{ item: Item }>('GET', `${library}/${id}`)).item;

/** The file once its text is there; what was received and left is received again. */
const extracted = (id: string) =>
  eventually(
    `the text of ${id}`,
    async () => {
      const item = await itemOf(id);
      if (item.contentStatus === 'done') return item;
      await runtime.release(extraction);
      await runtime.release(recognized);
      return undefined;
    },
    120_000,
  );

const found = async (word: string) =>
  (await runtime.request<{ total: number }>('GET', `${library}?contentSearch=${word}`)).total;
const eventsOf = async (id: string) =>
  (await runtime.scan('audit'))
    .filter(({ resourceId, action }) => resourceId === id && action === 'extracted')
    .map(({ id: event }) => event);

it('Textract throttles for a while: the text comes later', async () => {
  await runtime.addFault({ effect: 'throttle', service: 'textract', times: 8 });
  const id = await upload('throttled.png', 'image/png', await aScan(['Throttled at first']));
  expect((await extracted(id)).content).toBe('Throttled at first');
  expect(await found('throttled')).toBe(1);
});

it('a worker dies while Textract reads: another one takes over, and stores the text once', async () => {
  await runtime.addFault({ effect: 'latency', service: 'textract', latencyMs: 2_000, times: 1 });
  const id = await upload('killed.png', 'image/png', await aScan(['Survivor of a crash']));
  await eventually('a busy worker', async () => {
    const { workers } = (await runtime.functions()).find((one) => one.functionName === extractor) ?? {};
    if (!workers?.busy) return undefined;
    return runtime.stopWorker(extractor);
  });
  expect((await extracted(id)).content).toBe('Survivor of a crash');
  expect(await eventsOf(id)).toHaveLength(1);
});

it('the end of a job is reported twice: the text is stored once', async () => {
  await runtime.addFault({ effect: 'duplicate', service: 'sns', times: 1 });
  const pages = await aScannedPdf([['Page alpha'], ['Page omega']]);
  const id = await upload('twice.pdf', 'application/pdf', pages);
  expect((await extracted(id)).content).toContain('Page omega');
  await eventually('an empty queue', async () => {
    const { visible, inFlight } = await runtime.queue(recognized);
    return visible + inFlight === 0 ? true : undefined;
  });
  expect(await eventsOf(id)).toHaveLength(1);
});

it('a file that is deleted while it is recognized leaves no words, and its late job changes nothing', async () => {
  await runtime.addFault({ effect: 'latency', service: 'textract', latencyMs: 1_000, times: 1 });
  const pages = await aScannedPdf([['Vanished one'], ['Vanished two']]);
  const id = await upload('gone.pdf', 'application/pdf', pages);
  await runtime.request('DELETE', `${library}/${id}`);
  await eventually('empty queues', async () => {
    for (const queue of [extraction, recognized]) await runtime.release(queue);
    const depths = await Promise.all([extraction, recognized].map((name) => runtime.queue(name)));
    return depths.every(({ visible, inFlight }) => visible + inFlight === 0) ? true : undefined;
  });
  expect(await found('vanished')).toBe(0);
  expect(await eventsOf(id)).toEqual([]);
});
