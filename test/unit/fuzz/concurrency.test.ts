import { expect, it } from 'vitest';
import { createTurns } from '../../../lib/lab/fuzz/concurrency.ts';

it('runs exclusive work after current work has ended, and delays the rest meanwhile', async () => {
  const turns = createTurns();
  const events: string[] = [];
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work =
    (name: string, until: Promise<void> = Promise.resolve()) =>
    async () => {
      events.push(`${name} begins`);
      await until;
      events.push(`${name} ends`);
    };
  const done = [
    turns.together(work('first', first.promise)),
    turns.alone(work('alone', second.promise)),
    turns.together(work('later')),
  ];
  await expect.poll(() => events).toEqual(['first begins']);
  first.resolve();
  await expect.poll(() => events.slice(1)).toEqual(['first ends', 'alone begins']);
  second.resolve();
  await Promise.all(done);
  expect(events.slice(3)).toEqual(['alone ends', 'later begins', 'later ends']);
});

it('continues after failed exclusive work', async () => {
  const turns = createTurns();
  const failing = turns.alone(() => Promise.reject(new Error('broken')));
  const later = turns.together(async () => 'later');
  await expect(failing).rejects.toThrow('broken');
  expect(await later).toBe('later');
});
