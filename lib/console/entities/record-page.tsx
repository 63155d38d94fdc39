import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import {
  type EntityRecord,
  type FieldDefinition,
  orThrow,
} from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { StoryLink } from '../events/story-link.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { recordTexts } from '../texts/records.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { readableJson } from '../ui/readable-json.ts';
import { Loaded } from '../ui/states.tsx';
import { customInWords } from './custom-values.ts';
import { editRecordPath, recordsPath } from './paths.ts';
import { findRecord } from './read-record.ts';
import { useDefinitions } from './use-definitions.ts';

const texts = recordTexts.show;

function CustomFields({ of, definitions }: { of: EntityRecord; definitions: readonly FieldDefinition[] }) {
  return (
    <Card title={texts.custom}>
      {definitions.length === 0 ? (
        <p className="muted">{texts.noCustom}</p>
      ) : (
        <Attributes>
          {definitions.map((definition) => (
            <Attribute key={definition.key} name={definition.label}>
              {customInWords(definition, of.customFields[definition.key]) ?? '–'}
            </Attribute>
          ))}
        </Attributes>
      )}
    </Card>
  );
}

function Details({ of }: { of: EntityRecord }) {
  const { attributes } = texts;
  return (
    <Card title={texts.details}>
      <Attributes>
        {of.externalId && <Attribute name={attributes.externalId}>{of.externalId}</Attribute>}
        <CodeAttribute name={attributes.type}>{of.entityType}</CodeAttribute>
        <Attribute name={attributes.version}>{of.version}</Attribute>
        <TimeAttribute name={attributes.created} value={of.createdAt} />
        <TimeAttribute name={attributes.updated} value={of.updatedAt} />
      </Attributes>
    </Card>
  );
}

function RecordDetails({ of, definitions }: { of: EntityRecord; definitions: readonly FieldDefinition[] }) {
  const [isDeleting, setDeleting] = useState(false);
  const mayManage = useMay()('entities.records.manage');
  const { id, entityType } = of;
  const name = of.externalId ?? id;
  return (
    <>
      <PageHeader
        title={name}
        id={id}
        parent={{ to: recordsPath(entityType), title: entityType }}
        actions={
          <>
            <StoryLink of={{ entityId: id, from: of.updatedAt }} />
            {mayManage && (
              <>
                <LinkButton to={editRecordPath(entityType, id)}>{uiTexts.edit}</LinkButton>
                <Button variant="danger" onClick={() => setDeleting(true)}>
                  {uiTexts.remove}
                </Button>
              </>
            )}
          </>
        }
      />
      <CustomFields of={of} definitions={definitions} />
      <Card title={texts.data}>
        <CodeBlock what={texts.fields} text={readableJson(of.fields)} />
      </Card>
      <Details of={of} />
      <ChangesOf kind={entityType} id={id} since={of.createdAt} undo={{ kind: 'entities.record', id }} />
      {isDeleting && (
        <DeleteDialog
          name={name}
          texts={recordTexts.remove}
          remove={(api) => orThrow(api.DELETE('/api/entities/records', { params: { query: { id } } }))}
          to={recordsPath(entityType)}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

export function RecordPage() {
  const { id = '' } = useParams();
  const type = useFilters().get('type');
  const definitions = useDefinitions(type ?? '', type !== undefined);
  const reading = useRead(['records', 'one', id, type], (api) => findRecord(api, type ?? '', id), {
    enabled: type !== undefined,
  });
  if (type === undefined) return <Navigate to="/records" replace />;
  if (reading.data === null)
    return <PageHeader title={texts.gone} parent={{ to: recordsPath(type), title: type }} />;
  return (
    <LoadedPage of={reading} parent={{ to: recordsPath(type), title: type }}>
      {(found) => (
        <Loaded of={definitions}>
          {({ data }) => found && <RecordDetails of={found.data} definitions={data} />}
        </Loaded>
      )}
    </LoadedPage>
  );
}
