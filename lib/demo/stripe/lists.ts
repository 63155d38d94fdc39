/** Stripe's lists, newest first. https://docs.stripe.com/api/pagination */
import * as z from 'zod/mini';
import { missing } from './faults.ts';
import { integer, optionalText } from './form.ts';

/** Unix seconds. */
const time = z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(Number));
const bounds = z.partial(z.strictObject({ gt: time, gte: time, lt: time, lte: time }));
type Bounds = z.output<typeof bounds>;
const exactly = z.pipe(
  time,
  z.transform((at): Bounds => ({ gte: at, lte: at })),
);

export const listParameters = z.strictObject({
  limit: z._default(z.pipe(integer, z.number().check(z.maximum(100))), 10),
  starting_after: optionalText,
  ending_before: optionalText,
  created: z._default(z.union([exactly, bounds]), () => ({})),
});

/** Returns one page of objects, which are given in creation order. Throws StripeFault. */
export function pageOf<One extends { id: string; created: number }>(
  objects: readonly One[],
  { limit, created, ...given }: z.output<typeof listParameters>,
): { page: One[]; has_more: boolean } {
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = created;
  const newestFirst = objects
    .filter(({ created: at }) => at > gt && at >= gte && at < lt && at <= lte)
    .reverse();
  const indexOf = (param: keyof typeof given): number | undefined => {
    const id = given[param];
    if (id === null) return undefined;
    const index = newestFirst.findIndex((one) => one.id === id);
    if (index < 0) throw missing(param, 'object', id);
    return index;
  };
  const [after = -1, before] = [indexOf('starting_after'), indexOf('ending_before')];
  const candidates = newestFirst.slice(after + 1, before);
  const page = before === undefined ? candidates.slice(0, limit) : candidates.slice(-limit);
  return { page, has_more: candidates.length > page.length };
}
