/**
 * Stripe's lists and pages: newest first, starting after or ending before an object.
 * https://docs.stripe.com/api/pagination
 */
import { integerIn, textIn } from './form.ts';
import type { Shown } from './objects.ts';
import { badParameter, type Form, missing } from './types.ts';

export const listParameters = ['limit', 'starting_after', 'ending_before', 'created'] as const;

const limits = { default: 10, max: 100 } as const;

interface Listed {
  id: string;
  created: number;
}

const comparisons: Readonly<Record<string, (created: number, bound: number) => boolean>> = {
  gt: (created, bound) => created > bound,
  gte: (created, bound) => created >= bound,
  lt: (created, bound) => created < bound,
  lte: (created, bound) => created <= bound,
};

/** `created=1700000000` or `created[gte]=1700000000`. Throws StripeFault. */
function createdFilter({ created }: Form): (one: Listed) => boolean {
  if (created === undefined) return () => true;
  const bounds = typeof created === 'object' && !Array.isArray(created) ? created : { is: created };
  const tests = Object.entries(bounds).map(([name, text]) => {
    const compare = name === 'is' ? (a: number, b: number) => a === b : comparisons[name];
    if (compare === undefined || typeof text !== 'string' || !/^\d{1,12}$/.test(text))
      throw badParameter(`created[${name}]`, 'parameter_invalid_integer', 'Invalid time.');
    return (one: Listed) => compare(one.created, Number(text));
  });
  return (one) => tests.every((test) => test(one));
}

/** Returns one page of an account's objects, given in creation order. Throws StripeFault. */
export function listPage<One extends Listed>(
  url: string,
  objects: readonly One[],
  form: Form,
  show: (one: One) => Shown,
) {
  const limit = integerIn(form, 'limit') ?? limits.default;
  if (limit > limits.max)
    throw badParameter('limit', 'parameter_invalid_integer', `Limit must be at most ${limits.max}.`);
  const newestFirst = objects.filter(createdFilter(form)).toReversed();
  const indexOf = (param: string): number | undefined => {
    const id = textIn(form, param);
    if (id === undefined) return undefined;
    const index = newestFirst.findIndex((one) => one.id === id);
    if (index < 0) throw missing(param, 'object', id);
    return index;
  };
  const [after, before] = [indexOf('starting_after'), indexOf('ending_before')];
  const candidates =
    before === undefined ? newestFirst.slice((after ?? -1) + 1) : newestFirst.slice(0, before);
  const page = before === undefined ? candidates.slice(0, limit) : candidates.slice(-limit);
  return { object: 'list', url, has_more: candidates.length > page.length, data: page.map(show) };
}
