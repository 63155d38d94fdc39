/**
 * Texts that take minutes in a parser with quadratic time, sent to the packages that parse input: multipart, cron,
 * CSV and Word documents.
 */
import { describe, expect, it } from 'vitest';
import { aDocx } from '../../../lib/lab/bench/docx-objects.ts';
import { formType, type Part, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import { aFile, libraryPath, sendForm } from '../../support/builders/attachments.ts';
import { aJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aFolder, synced } from '../../support/builders/sync-files.ts';
import { mappingsPath } from '../../support/builders/sync-mappings.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import type { Api } from '../../support/clients/api.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const run = (text: string, characters: number) => text.repeat(Math.ceil(characters / text.length));

/** Far longer than any response takes, far shorter than quadratic time. */
const maxMs = 10_000;

async function timed<Result>(work: () => Promise<Result>): Promise<Result> {
  const startMs = performance.now();
  const result = await work();
  expect(performance.now() - startMs).toBeLessThan(maxMs);
  return result;
}

describe('an upload gets its response at once', () => {
  const type = (value: string): Partial<Part> => ({ type: value });
  it.each<[string, Partial<Part>, number]>([
    ['a file name of 80 000 dots', { filename: `${run('.', 80_000)}a` }, 400],
    ['a file name of 4 000 dots', { filename: `${run('.', 4_000)}a` }, 200],
    ['a file name of 2 000 marks', { filename: `a${run('\u0301\u0323', 2_000)}.txt` }, 200],
    ['a media type of blanks', type(`text/plain${run(' ', 80_000)};`), 200],
    ['a media type of parameters', type(`text/plain${run(';a=', 80_000)}`), 200],
    ['a media type of quotes', type(`text/plain; charset=${run('"\\\\"', 80_000)}`), 200],
    ['80 000 colons for a header', { headers: [run(':', 80_000)] }, 200],
  ])('though it has %s', async (_, file, status) => {
    const { api } = await aTenant();
    const answer = await timed(() => sendForm(api, uploadParts({}, file)));
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  });

  it('though its boundary is in its content type among 8 000 blanks', async () => {
    const { api } = await aTenant();
    const contentType = formType.replace(';', `;${run(' ', 8_000)}`);
    const answer = await timed(() => sendForm(api, uploadParts(), { 'content-type': contentType }));
    expect(answer.status).toBeLessThan(500);
  });
});

it.each([
  ['30 2 * 3 0L', 'Europe/Paris'],
  ['30 2 * 3 0#2', 'America/New_York'],
  [`${run('1,', 240)}1 * * * *`, 'UTC'],
  [`${run('1-59/1,', 240)} * * * *`, 'UTC'],
  [`${run('*/', 240)} * * * *`, 'UTC'],
  [`${run('JAN-', 120)} ${run('L,', 120)} * * *`, 'UTC'],
  ['0 0 31 2,4,6,9,11 *', 'UTC'],
  ['0 0 30 2 *', 'Asia/Kathmandu'],
])('a job with the cron %s in %s is accepted or refused at once', async (scheduleValue, timezone) => {
  const { api } = await aTenant();
  const { status } = await timed(() => api.post(jobsPath, { body: aJob({ scheduleValue, timezone }) }));
  expect([200, 400, 422]).toContain(status);
});

/** Waits until the extraction of a file has ended. */
async function statusOf(api: Api, file: Partial<Part>): Promise<string> {
  const { id } = await aFile(api, {}, file);
  return eventually(`the text of ${file.filename}`, async () => {
    const { body } = await api.get<{ item: { contentStatus: string } }>(`${libraryPath}/${id}`);
    const { contentStatus } = body.item;
    return contentStatus === 'pending' ? undefined : contentStatus;
  });
}

it('text of blanks, of line ends and of marks is extracted from text files and Word documents', async () => {
  const { api } = await aTenant();
  const texts = [`${run(' ', 400_000)}x`, `${run(' \r', 400_000)}x`, `a${run('\u0301\u0323', 400_000)}`];
  const files = texts.map((value) => ({ filename: 'a.txt', type: 'text/plain', value }));
  const document = { filename: 'a.docx', type: 'application/zip', value: aDocx(texts.slice(0, 2)) };
  const statuses = await Promise.all([...files, document].map((file) => statusOf(api, file)));
  expect(statuses).toEqual(['done', 'done', 'done', 'done']);
});

it('a CSV file with cells of digits, of quotes and of many columns ends its sync', async () => {
  const caller = await aTenant();
  const subject = { integrationId: 'sync_s3_files', entityType: 'crm.customer' };
  const mapping = { fields: [{ externalField: 'amount', localField: 'amount', transform: 'number' }] };
  expect((await caller.api.post(mappingsPath, { body: { ...subject, mapping } })).status).toBe(201);
  const folder = await aFolder(caller, 'csv');
  const digits = run('1', 300_000);
  await folder.put('crm.customer', `id,amount\n1,${digits}x\n2,5\n3,"${run('""', 300_000)}"\n`);
  expect(await synced(caller)).toMatchObject({ status: 'completed', failedCount: 2, createdCount: 1 });
  await folder.put('crm.customer', `id${run(',c', 80_000)}\n1\n`);
  expect(await synced(caller, { fullSync: true })).toMatchObject({
    status: 'failed',
    lastError: expect.stringContaining('The names of the columns'),
  });
});
