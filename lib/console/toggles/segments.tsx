/** Segments of toggles. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { segments } from '../../../shared/clients/typescript/resources.ts';
import { link, time } from '../resources/cells.tsx';
import { search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { segmentTexts as texts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';

const at = '/toggles/segments';

export const { list } = resource({
  of: segments,
  at,
  reads: 'segments',
  icon: 'toggle',
  parent: { to: '/toggles', title: toggleTexts.list.title },
  list: {
    texts,
    filters: { search: search(texts) },
    read: (api, query) => orThrow(api.GET('/api/feature_toggles/segments', { params: { query } })),
    columns: {
      name: link(at, 'name', 'description'),
      scope: ({ isGlobal }) => (
        <Badge tone={isGlobal ? 'accent' : 'calm'}>{isGlobal ? texts.global : texts.own}</Badge>
      ),
      uses: ({ uses }) => (uses === 0 ? uiTexts.never : texts.uses(uses)),
      changed: time('updatedAt'),
    },
  },
});
