/** Reading and writing JSON that keeps every digit of integers, compared with `JSON`. */
import { parseJson, toJson } from '../../../../shared/kernel/base/json.ts';
import type { Bench } from '../bench.ts';
import { sized } from '../size.ts';
import { alternate, median, timed } from '../statistics.ts';

const rounds = sized(31, 1);
const repeats = sized(400, 1);

/** A record of 10 KB as a service lists it: texts, amounts and nested lines, every tenth of which has an id of 17 digits. */
function aRecord(): string {
  const lines = Array.from({ length: 73 }, (_, index) => ({
    id: index % 10 === 0 ? 90_071_992_547_409_930n + BigInt(index) : index,
    sku: `SKU-${1_000 + index}`,
    name: `Line ${index} of the "winter" order`,
    quantity: index,
    price: index * 1.25,
    isPaid: index % 2 === 0,
    tags: ['new', null],
  }));
  return toJson({ id: 9_007_199_254_740_993n, customer: 'Ada', lines });
}

/** Microseconds per record. */
async function microseconds(readAndWrite: () => string): Promise<number> {
  const elapsedMs = await timed(() => {
    for (let count = 0; count < repeats; count += 1) readAndWrite();
  });
  return (elapsedMs * 1_000) / repeats;
}

export const jsonBenches: readonly Bench[] = [
  {
    name: 'json-10-kb',
    unit: 'µs per record read and written',
    against: 'JSON, which rounds',
    bar: 3,
    async measure() {
      const record = aRecord();
      if (toJson(parseJson(record)) !== record) throw new Error('A digit was lost.');
      const ours = () => toJson(parseJson(record));
      const json = () => JSON.stringify(JSON.parse(record));
      // V8 compiles both before the first round.
      await microseconds(ours);
      await microseconds(json);
      const measured = await alternate(rounds, {
        ours: () => microseconds(ours),
        json: () => microseconds(json),
      });
      const longIds = record.match(/"id":\d{16,}/g)?.length;
      const notes = [`${Buffer.byteLength(record)} bytes, ${longIds} ids beyond 2^53`];
      return { ours: median(measured.ours), other: median(measured.json), notes };
    },
  },
];
