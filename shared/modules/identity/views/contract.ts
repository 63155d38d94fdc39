/** The endpoints of the views that callers save for lists. */
import * as z from 'zod/mini';
import { toJson } from '../../../kernel/base/json.ts';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about, text } from '../../../kernel/http/fields.ts';
import { viewLimits } from './limits.ts';

const SavedView = z
  .object({
    list: text(viewLimits.listCharacters).check(
      about('The list to which it belongs: the console uses the path of the page.', '/deliveries'),
    ),
    name: text(viewLimits.nameCharacters).check(about('Its name, unique in the list.', 'Failed today')),
    search: z
      .string()
      .check(
        z.maxLength(viewLimits.searchCharacters),
        about('Filters and order, as the query of an address.', 'status=failed&sort=createdAt'),
      ),
    columns: z
      .optional(z.array(text(viewLimits.nameCharacters)).check(z.maxLength(viewLimits.columns)))
      .check(
        about('The shown columns; without it those that the list shows by default.', ['Name', 'Status']),
      ),
    pageSize: z
      .optional(z.int().check(z.gte(1), z.lte(100)))
      .check(about('Rows of a page; without it the default of the list.', 50)),
  })
  .check(z.meta({ id: 'SavedView', description: 'A view of a list that a caller has saved.' }));
export type SavedView = z.infer<typeof SavedView>;

const repeatsNoName = (views: readonly Pick<SavedView, 'list' | 'name'>[]): boolean =>
  new Set(views.map(({ list, name }) => toJson([list, name]))).size === views.length;

const views = z.array(SavedView).check(about('The views.'));
const SavedViews = z.object({ items: views });

export const SaveViews = z.object({
  items: views.check(
    z.maxLength(viewLimits.views),
    z.refine(repeatsNoName, { error: 'must not repeat a name in a list' }),
  ),
});
export type SaveViews = z.infer<typeof SaveViews>;

const base = { module: 'auth', auth: 'caller', scope: 'none', etag: true } as const;
const path = '/api/auth/views';

export const getViews = defineEndpoint({
  ...base,
  ...operation('getViews', 'GET', path),
  summary: 'Read your saved views',
  description:
    'Returns the views of lists that the user, or the API key, has saved, in the order in which they were saved.',
  success: returns(SavedViews),
  permissions: { table: ['GetItem'] },
});

export const saveViews = defineEndpoint({
  ...base,
  ...operation('saveViews', 'PUT', path),
  summary: 'Save your views',
  description:
    `Replaces all views of the user, or of the API key: at most ${viewLimits.views}. No other caller reads them, and they are ` +
    'deleted with the user or the key.',
  body: SaveViews,
  maxBodyBytes: viewLimits.bytes,
  success: returns(SavedViews),
  errors: ['stale'],
  permissions: { table: ['GetItem', 'PutItem'] },
});
