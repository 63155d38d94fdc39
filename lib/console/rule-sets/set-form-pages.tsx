import { useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import { orThrow, type RuleSet } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, withVersion } from '../api/queries.ts';
import { CheckField, TextArea, TextField } from '../forms/field.tsx';
import { fieldsOf } from '../forms/form-fields.ts';
import { type Change, CreatePage, EditPage, type FormFrame } from '../forms/form-pages.tsx';
import { ResourceForm } from '../forms/resource-form.tsx';
import { ruleSetTexts } from '../texts/rule-sets.ts';
import { uiTexts } from '../texts/ui.ts';

const texts = ruleSetTexts.form;
const path = '/api/business_rules/sets';

interface SetForm {
  setName: string;
  setId: string;
  description: string;
  enabled: boolean;
}

const newSet: SetForm = { setName: '', setId: '', description: '', enabled: true };

const formOf = ({ setName, setId, description, enabled }: RuleSet): SetForm => ({
  setName,
  setId,
  description: description ?? '',
  enabled,
});

const bodyOf = ({ setName, setId, description, enabled }: SetForm) => ({
  setName: setName.trim(),
  setId: setId.trim(),
  description: description.trim() || null,
  enabled,
});

function SetFormFields({ initial, ...frame }: FormFrame<SetForm> & { initial: SetForm }) {
  const form = useForm<SetForm>({ defaultValues: initial });
  const { register } = form;
  const field = fieldsOf(form, frame.error);
  const required = { required: uiTexts.required };
  return (
    <ResourceForm form={form} {...frame}>
      <TextField label={texts.name} maxLength={200} {...field('setName', required)} />
      <TextField
        label={texts.identifier}
        hint={texts.identifierHint}
        maxLength={50}
        {...field('setId', required)}
      />
      <TextArea label={texts.description} maxLength={5_000} {...field('description')} />
      <CheckField label={texts.enabled} hint={texts.enabledHint} {...register('enabled')} />
    </ResourceForm>
  );
}

export function CreateSetPage() {
  return (
    <CreatePage
      title={texts.create}
      parent={{ to: '/rules/sets', title: ruleSetTexts.list.title }}
      create={(api, form: SetForm) => orThrow(api.POST(path, { body: bodyOf(form) }))}
      refreshes={['ruleSets']}
      saved={texts.saved}
      pageOf={({ id }) => `/rules/sets/${id}`}
    >
      {(frame) => <SetFormFields initial={newSet} {...frame} />}
    </CreatePage>
  );
}

export function EditSetPage() {
  const { id = '' } = useParams();
  return (
    <EditPage
      resource={['ruleSets', 'one', id]}
      read={(api) => withVersion(api.GET(`${path}/{id}`, { params: { path: { id } } }))}
      save={(api, _, { fields, etag }: Change<SetForm>) =>
        orThrow(api.PUT(path, { params: ifMatch(etag), body: { id, ...bodyOf(fields) } }))
      }
      refreshes={['ruleSets']}
      title={({ setName }) => texts.edit(setName)}
      pageOf={({ setName }) => ({ to: `/rules/sets/${id}`, title: setName })}
      saved={texts.saved}
    >
      {(set, frame) => <SetFormFields initial={formOf(set)} {...frame} />}
    </EditPage>
  );
}
