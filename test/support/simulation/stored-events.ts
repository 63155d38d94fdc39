import { watchInserts } from '../runtime/table-stream.ts';

/** Returns a reader of the types of events stored since this call whose data contains a text. */
export async function watchStoredEvents(): Promise<(text: string) => Promise<string[]>> {
  const insertsSince = await watchInserts();
  return async (text) =>
    (await insertsSince())
      .filter(({ pk, data }) => String(pk).startsWith('OUTBOX#') && String(data).includes(text))
      .map(({ type }) => String(type));
}
