import { expect, it, vi } from 'vitest';
import { type BulkTask, createBulkRun } from '../../../lib/console/lists/bulk-run.ts';

const names = Array.from({ length: 230 }, (_, index) => `row-${index}`);

/** A list of 230 rows, whose rows are changed by `change`. */
function taskOf(change: (ids: string[]) => void = () => undefined) {
  const changed: string[] = [];
  const task: BulkTask = {
    action: 'Disable',
    read: async (page, pageSize) => ({
      items: names.slice((page - 1) * pageSize, page * pageSize).map((id) => [id, `Name of ${id}`] as const),
      totalPages: Math.ceil(names.length / pageSize),
    }),
    change: async (ids) => {
      change(ids);
      changed.push(...ids);
      const results = ids.map((id) =>
        id === 'row-7'
          ? { id, status: 'failed' as const, error: 'It is locked.' }
          : { id, status: 'changed' as const },
      );
      const failed = results.filter(({ status }) => status === 'failed').length;
      return { results, changed: ids.length - failed, unchanged: 0, failed };
    },
    onChanged: vi.fn(),
  };
  return { task, changed };
}

it('changes every row once, in batches, and names those that failed', async () => {
  const { task, changed } = taskOf();
  const run = createBulkRun();
  await run.start(task);
  expect(changed).toEqual(names);
  expect(task.onChanged).toHaveBeenCalledTimes(3);
  expect(run.get()).toMatchObject({
    phase: 'done',
    found: 230,
    done: 230,
    changed: 229,
    failures: [{ id: 'row-7', name: 'Name of row-7', error: 'It is locked.' }],
  });
});

it('stops after the current batch, and continues with what is left', async () => {
  const run = createBulkRun();
  const { task, changed } = taskOf(() => run.stop());
  await run.start(task);
  expect(run.get()).toMatchObject({ phase: 'stopped', done: 100 });
  await run.resume();
  await run.resume();
  expect(changed).toEqual(names);
  expect(run.get()?.done).toBe(230);
});

it('keeps what is left when the API refuses a batch', async () => {
  const refusal = new Error('Too many requests');
  let refusals = 1;
  const { task, changed } = taskOf((ids) => {
    if (ids.includes('row-100') && refusals-- > 0) throw refusal;
  });
  const run = createBulkRun();
  await run.start(task);
  expect(run.get()).toMatchObject({ phase: 'stopped', done: 100, error: refusal });
  await run.resume();
  expect(changed).toEqual(names);
  expect(run.get()).toMatchObject({ phase: 'done', error: undefined });
});
