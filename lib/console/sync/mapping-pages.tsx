/** Pages that create and change a mapping. An integration and record type have one mapping. */
import { useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { orThrow, type SavedSyncMapping } from '../../../shared/clients/typescript/index.ts';
import { ifMatch, useRead, withVersion } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { useFilters } from '../forms/filters.ts';
import { type Change, CreatePage, EditPage } from '../forms/form-pages.tsx';
import { mappingTexts as texts } from '../texts/sync.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { formOf, type MappingForm, mappingOf } from './mapping-fields.ts';
import { MappingFormFields } from './mapping-form.tsx';
import { SubjectFields } from './subject-fields.tsx';
import { isComplete, type SyncSubject } from './sync-subject.ts';
import { useIntegrationTitle } from './use-options.tsx';

const path = '/api/data_sync/mappings';
const list = { to: '/sync/mappings', title: texts.title };

/** Users who come from a run return to it. */
function useParent() {
  const run = useFilters().get('run');
  return run === undefined ? list : { to: `/sync/runs/${run}`, title: texts.run };
}

interface Subject {
  integrationId: string;
  entityType: string;
}

/** A new mapping: every field keeps its name until some are listed. */
const emptyForm = formOf({});

function CreateMapping({ integrationId, entityType }: Subject) {
  const titleOf = useIntegrationTitle();
  const parent = useParent();
  return (
    <CreatePage
      title={texts.edit(texts.of(entityType, titleOf(integrationId)))}
      parent={parent}
      create={(api, form: MappingForm) =>
        orThrow(api.POST(path, { body: { integrationId, entityType, mapping: mappingOf(form) } }))
      }
      refreshes={['syncMappings']}
      saved={texts.saved}
      pageOf={() => parent.to}
    >
      {(frame) => <MappingFormFields initial={emptyForm} {...frame} />}
    </CreatePage>
  );
}

/** Asks for the subject of the mapping. */
function ChooseSubject() {
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(false);
  const [subject, setSubject] = useState<SyncSubject>({
    integrationId: '',
    entityType: '',
    direction: 'import',
  });
  const { integrationId, entityType } = subject;
  return (
    <>
      <PageHeader title={texts.create} parent={list} />
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(!isComplete(subject));
          const query = new URLSearchParams({ integration: integrationId, type: entityType.trim() });
          if (isComplete(subject)) void navigate(`/sync/mappings/of?${query}`, { replace: true });
        }}
      >
        <SubjectFields
          subject={subject}
          onChange={setSubject}
          withDirection={false}
          problemIn={() => undefined}
          problem={isRefused ? uiTexts.required : undefined}
        />
        <div className="form-actions">
          <Button variant="primary" type="submit">
            {texts.next}
          </Button>
          <LinkButton to={list.to}>{uiTexts.cancel}</LinkButton>
        </div>
      </form>
    </>
  );
}

/** The saved mapping of the subject, or a new one. */
function MappingOf({ integrationId, entityType }: Subject) {
  const run = useFilters().get('run');
  const query = { integrationId, entityType, pageSize: 1 };
  const reading = useRead(['syncMappings', 'of', query], (api) =>
    orThrow(api.GET(path, { params: { query } })),
  );
  return (
    <Loaded of={reading}>
      {({ items: [saved] }) =>
        saved === undefined ? (
          <CreateMapping integrationId={integrationId} entityType={entityType} />
        ) : (
          <Navigate to={`/sync/mappings/${saved.id}${run === undefined ? '' : `?run=${run}`}`} replace />
        )
      }
    </Loaded>
  );
}

function MappingOfPage() {
  const { get } = useFilters();
  const [integrationId, entityType] = [get('integration'), get('type')];
  return integrationId === undefined || entityType === undefined ? (
    <ChooseSubject />
  ) : (
    <MappingOf key={`${integrationId} ${entityType}`} integrationId={integrationId} entityType={entityType} />
  );
}

function EditMappingPage() {
  const { id = '' } = useParams();
  const titleOf = useIntegrationTitle();
  const parent = useParent();
  const params = { path: { id } };
  return (
    <EditPage
      resource={['syncMappings', 'one', id]}
      read={(api) => withVersion(api.GET(`${path}/{id}`, { params }))}
      save={(api, _: SavedSyncMapping, { fields, etag }: Change<MappingForm>) =>
        orThrow(
          api.PUT(`${path}/{id}`, {
            params: { ...params, ...ifMatch(etag) },
            body: { mapping: mappingOf(fields) },
          }),
        )
      }
      refreshes={['syncMappings']}
      title={({ entityType, integrationId }) => texts.edit(texts.of(entityType, titleOf(integrationId)))}
      list={list}
      pageOf={() => parent}
      saved={texts.saved}
      id={id}
      below={({ createdAt }) => <ChangesOf kind="data_sync.mapping" id={id} since={createdAt} />}
    >
      {({ mapping }, frame) => <MappingFormFields initial={formOf(mapping)} {...frame} />}
    </EditPage>
  );
}

export const mappingOfSubject = { Component: MappingOfPage };
export const mapping = { Component: EditMappingPage };
