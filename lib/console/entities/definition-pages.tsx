/** The pages that define and change a custom field. */
import { Navigate, useParams } from 'react-router';
import { type FieldDefinition, orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, type Versioned, withVersion } from '../api/queries.ts';
import { useFilters } from '../forms/filters.ts';
import { type Change, CreatePage, EditPage } from '../forms/form-pages.tsx';
import { fieldTexts as texts } from '../texts/records.ts';
import { Loaded } from '../ui/states.tsx';
import { bodyOf, type DefinitionForm, formOf, newDefinition } from './definition-fields.ts';
import { DefinitionFormFields } from './definition-form.tsx';
import { fieldsPath } from './paths.ts';
import { maxDefinitions, useDefinitions } from './use-definitions.ts';

const path = '/api/entities/definitions';

function CreateDefinition({ type, known }: { type: string; known: Versioned<readonly FieldDefinition[]> }) {
  const { data, etag } = known;
  return (
    <CreatePage
      title={texts.createOf(type)}
      parent={{ to: fieldsPath(type), title: texts.title(type) }}
      create={(api, form: DefinitionForm) =>
        orThrow(api.POST(path, { params: ifMatch(etag), body: { entityType: type, ...bodyOf(form) } }))
      }
      refreshes={['definitions', 'records']}
      saved={texts.saved}
      pageOf={() => fieldsPath(type)}
    >
      {(frame) => (
        <DefinitionFormFields initial={newDefinition} taken={data.map(({ key }) => key)} isNew {...frame} />
      )}
    </CreatePage>
  );
}

function CreateDefinitionOf({ type }: { type: string }) {
  const reading = useDefinitions(type);
  return <Loaded of={reading}>{(known) => <CreateDefinition type={type} known={known} />}</Loaded>;
}

export function CreateDefinitionPage() {
  const type = useFilters().get('type');
  return type === undefined ? (
    <Navigate to="/records" replace />
  ) : (
    <CreateDefinitionOf key={type} type={type} />
  );
}

export function EditDefinitionPage() {
  const { key = '' } = useParams();
  const type = useFilters().get('type') ?? '';
  const list = { to: fieldsPath(type), title: texts.title(type) };
  return (
    <EditPage
      key={type}
      resource={['definitions', 'one', type, key]}
      read={async (api) => {
        const query = { entityType: type, search: key, pageSize: maxDefinitions };
        const { data, etag } = await withVersion(api.GET(path, { params: { query } }));
        const found = data.items.find((one) => one.key === key);
        if (found === undefined) throw new Error(texts.gone);
        return { data: found, etag };
      }}
      save={(api, stored: FieldDefinition, { fields, etag }: Change<DefinitionForm>) =>
        orThrow(
          api.POST(path, {
            params: ifMatch(etag),
            body: { entityType: type, ...bodyOf(fields, stored) },
          }),
        )
      }
      refreshes={['definitions', 'records']}
      title={({ label }) => texts.edit(label)}
      list={list}
      pageOf={() => list}
      saved={texts.saved}
    >
      {(definition, frame) => (
        <DefinitionFormFields initial={formOf(definition)} taken={[]} isNew={false} {...frame} />
      )}
    </EditPage>
  );
}
