/** Groups causes by their kinds, and says which page shows what a cause is about. Pure. */
import type { Cause } from '../../../shared/clients/typescript/index.ts';

/** The kinds in the order of the page, with the pages of what fails, and of all such things. */
const pages: Readonly<Record<string, { one: string; all: string; more?: (id: string) => string }>> = {
  failing_webhook: { one: '/webhooks', all: '/webhooks', more: (id) => `/deliveries?webhook=${id}` },
  failing_job: { one: '/jobs', all: '/jobs/failures' },
  failing_sync: { one: '/sync/runs', all: '/sync' },
  integration_in_need: { one: '/integrations', all: '/integrations?state=needs' },
  dead_letters: { one: '/dead-letters', all: '/dead-letters' },
};

/** The path of the page about what fails; undefined for a kind that the console does not know. */
export function pageOfCause({ kind, resourceId }: Pick<Cause, 'kind' | 'resourceId'>): string | undefined {
  const page = pages[kind];
  return page && `${page.one}/${encodeURIComponent(resourceId)}`;
}

/** The path of what the thing has done; undefined without such a page. */
export const historyOfCause = ({ kind, resourceId }: Pick<Cause, 'kind' | 'resourceId'>) =>
  pages[kind]?.more?.(resourceId);

/** The path of the list of all things of a kind. */
export const listOfKind = (kind: string): string | undefined => pages[kind]?.all;

export interface CauseGroup<Each> {
  kind: string;
  causes: Each[];
}

/** The causes by kind, the kinds in the order of the page; unknown kinds are last. */
export function groupsOf<Each extends Pick<Cause, 'kind'>>(causes: readonly Each[]): CauseGroup<Each>[] {
  const order = Object.keys(pages);
  const rankOf = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return [...Map.groupBy(causes, ({ kind }) => kind)]
    .map(([kind, own]) => ({ kind, causes: own }))
    .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind));
}
