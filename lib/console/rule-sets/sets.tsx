/** Rule sets. */
import { orThrow } from '../../../shared/clients/typescript/index.ts';
import { sets } from '../../../shared/clients/typescript/resources.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { CheckField, TextArea, TextField } from '../forms/field.tsx';
import { link, number, onOff, time } from '../resources/cells.tsx';
import { search, state } from '../resources/filters.tsx';
import { resource } from '../resources/resource.tsx';
import type { FieldsProps } from '../resources/spec.ts';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { ruleTexts } from '../texts/rules.ts';
import { uiTexts } from '../texts/ui.ts';
import { SetBody } from './set-body.tsx';

const { list: listTexts, form: texts } = ruleSetTexts;
const at = '/rules/sets';
const path = '/api/business_rules/sets';

interface SetForm {
  setName: string;
  setId: string;
  description: string;
  enabled: boolean;
}

const bodyOf = ({ setName, setId, description, enabled }: SetForm) => ({
  setName: setName.trim(),
  setId: setId.trim(),
  description: description.trim() || null,
  enabled,
});

const required = { required: uiTexts.required };

export const { list, create, edit, show } = resource({
  of: sets,
  kind: 'business_rules.set',
  at,
  reads: 'ruleSets',
  icon: 'rules',
  parent: { to: '/rules', title: ruleTexts.list.title },
  list: {
    texts: listTexts,
    filters: { search: search(listTexts), enabled: state(listTexts.state, ruleTexts.states) },
    read: (api, query) => orThrow(api.GET(path, { params: { query } })),
    columns: {
      name: link(at, 'setName', 'setId'),
      rules: number('memberCount'),
      state: onOff('enabled', ruleTexts.states),
      updated: time('updatedAt'),
    },
  },
  one: {
    read: (api, id) => withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } })),
    title: ({ setName }) => setName,
    intro: ({ description }) => description,
    Body: SetBody,
  },
  form: {
    texts,
    initial: { setName: '', setId: '', description: '', enabled: true },
    formOf: ({ setName, setId, description, enabled }) => ({
      setName,
      setId,
      description: description ?? '',
      enabled,
    }),
    create: (api, form: SetForm) => orThrow(api.POST(path, { body: bodyOf(form) })),
    change: (api, id, { fields, etag }) =>
      orThrow(api.PUT(path, { params: ifMatch(etag), body: { id, ...bodyOf(fields) } })),
    Fields: ({ form: { register }, field }: FieldsProps<SetForm>) => (
      <>
        <TextField label={texts.name} maxLength={200} {...field('setName', required)} />
        <TextField
          label={texts.identifier}
          hint={texts.identifierHint}
          maxLength={50}
          {...field('setId', required)}
        />
        <TextArea label={texts.description} maxLength={5_000} {...field('description')} />
        <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('enabled')} />
      </>
    ),
  },
  remove: {
    texts: ruleSetTexts.remove,
    call: (api, id) => orThrow(api.DELETE(path, { params: { query: { id } } })),
  },
});
