/** Segments of toggles. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { segments } from '../../../shared/clients/typescript/resources.ts';
import { changedFields } from '../forms/changed-fields.ts';
import { link, time } from '../resources/cells.tsx';
import { search } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import { segmentTexts as texts } from '../texts/targeting.ts';
import { toggleTexts } from '../texts/toggles.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import {
  bodyOf,
  formOf,
  newSegment,
  SegmentActions,
  SegmentDetails,
  SegmentFields,
  type SegmentForm,
} from './segment-fields.tsx';

const at = '/toggles/segments';
const path = '/api/feature_toggles/segments';

export const { list, create, edit, show } = resource({
  of: segments,
  at,
  reads: 'segments',
  icon: 'toggle',
  parent: { to: '/toggles', title: toggleTexts.list.title },
  list: {
    texts,
    filters: { search: search(texts) },
    read: (api, query) => orThrow(api.GET(path, { params: { query } })),
    columns: {
      name: link(at, 'name', 'description'),
      scope: ({ isGlobal }) => (
        <Badge tone={isGlobal ? 'accent' : 'calm'}>{isGlobal ? texts.global : texts.own}</Badge>
      ),
      uses: ({ uses }) => (uses === 0 ? uiTexts.never : texts.uses(uses)),
      changed: time('updatedAt'),
    },
  },
  one: {
    read: async (api, id) => {
      const { items } = await orThrow(api.GET(path, { params: { query: { id } } }));
      return { data: items[0] };
    },
    title: ({ name }) => name,
    gone: texts.gone,
    intro: ({ description }) => description,
    trail: ({ id, isGlobal }) => ({ kind: 'feature_toggles.segment', id, isOfPlatform: isGlobal }),
    Actions: SegmentActions,
    Body: SegmentDetails,
  },
  form: {
    texts,
    initial: newSegment,
    formOf,
    create: (api, form: SegmentForm) =>
      orThrow(api.POST(path, { body: { ...bodyOf(form), isGlobal: form.isGlobal } })),
    change: (api, id, { fields }, before) =>
      orThrow(api.PUT(path, { body: { id, ...changedFields(bodyOf(fields), bodyOf(formOf(before))) } })),
    Fields: SegmentFields,
  },
  remove: {
    texts: texts.removal,
    call: (api, id) => orThrow(api.DELETE(path, { params: { query: { id } } })),
  },
});
