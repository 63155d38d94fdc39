import {
  type Block,
  DetectDocumentTextCommand,
  GetDocumentTextDetectionCommand,
  type GetDocumentTextDetectionRequest,
  StartDocumentTextDetectionCommand,
  type StartDocumentTextDetectionRequest,
  type TextractClient,
} from '@aws-sdk/client-textract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPdf } from '../../support/builders/pdfs.ts';
import { aScan, aScannedPage, aScannedPdf } from '../../support/builders/scans.ts';
import {
  allGrants,
  aTextract,
  newFolder,
  roleArn,
  type TextractFixture,
  topicArn,
} from '../../support/runtime/textract.ts';

const linesOf = (blocks: readonly Block[] | undefined) =>
  (blocks ?? []).filter(({ BlockType }) => BlockType === 'LINE').map(({ Text }) => Text);
const channel = { RoleArn: roleArn, SNSTopicArn: topicArn };
const inFiles = (Name: string) => ({ S3Object: { Bucket: 'files', Name } });
const job = (Name: string, more: Partial<StartDocumentTextDetectionRequest> = {}) => {
  const request = { DocumentLocation: inFiles(Name), NotificationChannel: channel };
  return new StartDocumentTextDetectionCommand({ ...request, ...more });
};
/** A job, or a page of its blocks. */
const find = (request: GetDocumentTextDetectionRequest) =>
  client.send(new GetDocumentTextDetectionCommand(request));

let textract: TextractFixture;
let client: TextractClient;
beforeAll(async () => {
  textract = await aTextract();
  textract.begin();
  client = textract.client(...allGrants);
});
afterAll(() => textract.stop());

describe('synchronous text detection', () => {
  const detect = (Bytes: Buffer) => client.send(new DetectDocumentTextCommand({ Document: { Bytes } }));

  it('returns a page with its lines and words, each with geometry and confidence', async () => {
    const lines = ['Invoice number 4711', 'Total due: 99 EUR'];
    const { Blocks, DocumentMetadata } = await detect(await aScan(lines));
    expect([DocumentMetadata?.Pages, linesOf(Blocks)]).toEqual([1, lines]);
    const byId = new Map((Blocks ?? []).map((block) => [block.Id, block]));
    const childrenOf = (block: Block | undefined) =>
      (block?.Relationships ?? []).flatMap(({ Ids = [] }) => Ids.map((id) => byId.get(id)));
    const [page] = Blocks ?? [];
    expect(page?.BlockType).toBe('PAGE');
    const [first, second] = childrenOf(page);
    expect(childrenOf(first).map((word) => [word?.BlockType, word?.TextType, word?.Text])).toEqual([
      ['WORD', 'PRINTED', 'Invoice'],
      ['WORD', 'PRINTED', 'number'],
      ['WORD', 'PRINTED', '4711'],
    ]);
    expect(first?.Confidence).toBeGreaterThan(80);
    const [upper, lower] = [first?.Geometry?.BoundingBox, second?.Geometry?.BoundingBox];
    expect(lower?.Top).toBeGreaterThan(upper?.Top ?? 1);
    expect(upper?.Left).toBeGreaterThan(0);
  });

  it('supports JPEG, TIFF and a PDF of one page, also from objects in S3', async () => {
    const lines = ['Delivery note'];
    const tiff = sharp(await aScan(lines)).tiff();
    const images = [await aScan(lines, 'jpeg'), await tiff.toBuffer()];
    for (const bytes of [...images, await aScannedPdf([lines]), aPdf([{ lines }])])
      expect(linesOf((await detect(bytes)).Blocks)).toEqual(lines);
    textract.objects.set('files/a b', await aScan(['From the bucket']));
    const { Blocks } = await client.send(new DetectDocumentTextCommand({ Document: inFiles('a b') }));
    expect(linesOf(Blocks)).toEqual(['From the bucket']);
  });

  it('returns no text for an empty page', async () => {
    const { Blocks } = await detect(await aScan([]));
    expect(Blocks?.map(({ BlockType }) => BlockType)).toEqual(['PAGE']);
    expect(Blocks?.[0]?.Relationships).toBeUndefined();
  });

  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'white' } });
  it.each([
    ['an invalid document', () => Buffer.from('plain text'), 'UnsupportedDocumentException'],
    ['a GIF', () => picture(9, 9).gif().toBuffer(), 'UnsupportedDocumentException'],
    ['two pages', () => aScannedPdf([['one'], ['two']]), 'UnsupportedDocumentException'],
    ['more than 10 000 pixels', () => picture(10_001, 2).png().toBuffer(), 'UnsupportedDocumentException'],
    ['a truncated image', async () => (await aScan(['cut'])).subarray(0, 700), 'BadDocumentException'],
    ['a truncated PDF', () => Buffer.from('%PDF-1.7\n'), 'BadDocumentException'],
    ['more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1), 'DocumentTooLargeException'],
  ])('refuses %s', async (_, make, name) => {
    await expect(detect(await make())).rejects.toMatchObject({ name });
  });

  it.each([
    ['neither bytes nor an object', {}],
    ['both', { Bytes: Buffer.from('bytes'), ...inFiles('x') }],
    ['a version', { S3Object: { Bucket: 'files', Name: 'x', Version: '1' } }],
  ])('refuses %s', async (_, Document) => {
    const detection = client.send(new DetectDocumentTextCommand({ Document }));
    await expect(detection).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});

describe('a job', () => {
  /** The blocks of a job, in pages of `MaxResults`. */
  async function blocksOf(JobId: string | undefined, MaxResults = 1000): Promise<Block[]> {
    const blocks: Block[] = [];
    let NextToken: string | undefined;
    do {
      const page = await find({ JobId, MaxResults, NextToken });
      expect(page.Blocks?.length).toBeLessThanOrEqual(MaxResults);
      blocks.push(...(page.Blocks ?? []));
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    return blocks;
  }

  it('reads every page, and reports its end to the topic', async () => {
    textract.objects.set('files/scan', await aScannedPdf([['First page'], ['Second page']]));
    const { JobId } = await client.send(job('scan', { JobTag: 'my:tag' }));
    expect(await textract.message()).toEqual({
      JobId,
      Status: 'SUCCEEDED',
      API: 'StartDocumentTextDetection',
      JobTag: 'my:tag',
      Timestamp: expect.any(Number),
      DocumentLocation: { S3Bucket: 'files', S3ObjectName: 'scan' },
    });
    const { JobStatus, DocumentMetadata } = await find({ JobId });
    expect([JobStatus, DocumentMetadata?.Pages]).toEqual(['SUCCEEDED', 2]);
    const blocks = await blocksOf(JobId, 3);
    expect(linesOf(blocks)).toEqual(['First page', 'Second page']);
    expect(blocks.filter(({ BlockType }) => BlockType === 'PAGE').map(({ Page }) => Page)).toEqual([1, 2]);
    expect(blocks).toEqual(await blocksOf(JobId));
  });

  it('with the same token is the same job; other parameters with this token are refused', async () => {
    textract.objects.set('files/once', await aScan(['Once']));
    const token = { ClientRequestToken: 'token-1' };
    const first = await client.send(job('once', token));
    expect(await client.send(job('once', token))).toMatchObject({ JobId: first.JobId });
    const other = client.send(job('once', { ...token, JobTag: 'other' }));
    await expect(other).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
    expect(await textract.message()).toMatchObject({ JobId: first.JobId });
  });

  it('fails with a reason if the document cannot be read, without blocks', async () => {
    textract.objects.set('files/text', Buffer.from('text'));
    const { JobId } = await client.send(job('text'));
    expect(await textract.message()).toMatchObject({ JobId, Status: 'FAILED' });
    const response = await find({ JobId });
    expect(response).toMatchObject({ JobStatus: 'FAILED', StatusMessage: 'UNSUPPORTED_DOCUMENT' });
    expect(response.Blocks).toBeUndefined();
  });

  it('warns of unreadable pages', async () => {
    const pages = aPdf([{ lines: ['Readable'] }, await aScannedPage(['gone'])]);
    const pdf = pages.toString('latin1');
    // There is no ninth object.
    const broken = pdf.replace('Kids[4 0 R 6 0 R]', 'Kids[4 0 R 9 0 R]');
    textract.objects.set('files/broken', Buffer.from(broken, 'latin1'));
    const { JobId } = await client.send(job('broken'));
    expect(await textract.message()).toMatchObject({ JobId, Status: 'PARTIAL_SUCCESS' });
    const { Blocks, Warnings } = await find({ JobId });
    expect(Warnings).toEqual([{ ErrorCode: 'PAGE_PROCESSING_ERROR', Pages: [2] }]);
    expect(linesOf(Blocks)).toEqual(['Readable']);
  });

  it.each([
    ['an unknown job', { JobId: 'a'.repeat(64) }, 'InvalidJobIdException'],
    ['an unrelated token', { JobId: 'b', NextToken: 'junk' }, 'InvalidParameterException'],
    ['no results', { JobId: 'b', MaxResults: 0 }, 'InvalidParameterException'],
  ])('is refused for %s', async (_, input, name) => {
    await expect(find(input)).rejects.toMatchObject({ name });
  });

  it('and its text are deleted after seven days', async () => {
    const [dayMs, nowMs] = [86_400_000, Date.now()];
    const request = { bucket: 'files', key: 'old', channel };
    textract.jobs.add({ id: 'old', request, createdAtMs: nowMs - 7 * dayMs }, undefined);
    textract.jobs.finish('old', { status: 'SUCCEEDED', pages: 1, blocks: [], warnings: [] });
    await expect(find({ JobId: 'old' })).rejects.toMatchObject({ name: 'InvalidJobIdException' });
    expect(textract.jobs.find('old', nowMs - 1)?.id).toBe('old');
  });
});

describe('rights', () => {
  const [detects, reads, passes] = allGrants;
  const start = async (grants: typeof allGrants, more = {}) => {
    textract.objects.set('files/mine', await aScan([]));
    return textract.client(...grants).send(job('mine', more));
  };

  const elsewhere = { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } };
  it.each([
    ['textract:StartDocumentTextDetection', [reads, passes], 'AccessDeniedException'],
    ['the object to be read', [detects, passes], 'InvalidS3ObjectException'],
    ['iam:PassRole', [detects, reads], 'AccessDeniedException'],
    ['iam:PassRole here', [detects, reads, { ...passes, Condition: elsewhere }], 'AccessDeniedException'],
  ])('are required: without %s a job is refused', async (_, grants, name) => {
    const given = grants.filter((one) => one !== undefined) as typeof allGrants;
    await expect(start(given)).rejects.toMatchObject({ name });
  });

  it('do not distinguish a missing object from an unreadable one', async () => {
    const name = 'InvalidS3ObjectException';
    for (const DocumentLocation of [inFiles('nothing'), { S3Object: { Bucket: 'other', Name: 'x' } }])
      await expect(start(allGrants, { DocumentLocation })).rejects.toMatchObject({ name });
  });

  it('throttling returns the error that the client retries', async () => {
    textract.faults.add({ effect: 'throttle', service: 'textract', times: 1 });
    const throttled = { name: 'ProvisionedThroughputExceededException', $retryable: undefined };
    await expect(start(allGrants)).rejects.toMatchObject(throttled);
  });
});

describe('the configuration of a topic', () => {
  it('is refused at once if the role is for another service', async () => {
    const wired = await aTextract({ rolePrincipal: 'lambda.amazonaws.com' });
    wired.objects.set('files/a', await aScan([]));
    const refused = wired.client(...allGrants).send(job('a'));
    await expect(refused).rejects.toMatchObject({ name: 'InvalidParameterException' });
    await wired.stop();
  });

  it.each([
    ['role may not publish', { mayPublish: false }, /does not allow sns:Publish/],
    ['queue accepts another topic only', { queueTakes: `${topicArn}-other` }, /may not sqs:SendMessage/],
  ])('is logged if the %s', async (_, changes, message) => {
    const wired = await aTextract(changes);
    wired.objects.set('files/a', Buffer.from('no document'));
    wired.begin();
    const { JobId } = await wired.client(...allGrants).send(job('a'));
    await expect.poll(() => wired.logged.join('\n')).toMatch(message);
    expect(wired.jobs.find(JobId ?? '', Date.now())?.result?.status).toBe('FAILED');
    await wired.stop();
  });
});

it('jobs survive a restart: pending ones are completed, unpublished results are published', async () => {
  const dir = newFolder();
  const before = await aTextract({ dir });
  before.objects.set('files/a', await aScan(['Still here']));
  const started = await before.client(...allGrants).send(job('a'));
  const request = { bucket: 'files', key: 'a', channel };
  before.jobs.add({ id: 'ended', request, createdAtMs: Date.now() }, '');
  before.jobs.finish('ended', { status: 'SUCCEEDED', pages: 1, blocks: [], warnings: [] });
  await before.stop({ keep: true });
  const after = await aTextract({ dir });
  after.objects.set('files/a', await aScan(['Still here']));
  after.begin();
  const told = [await after.message(), await after.message()].map((message) => message?.JobId);
  expect(told.toSorted()).toEqual([started.JobId, 'ended'].toSorted());
  const { Blocks } = await after
    .client(...allGrants)
    .send(new GetDocumentTextDetectionCommand({ JobId: started.JobId }));
  expect(linesOf(Blocks)).toEqual(['Still here']);
  await after.stop();
});
