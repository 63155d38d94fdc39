import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import {
  type EntityRecord,
  type FieldDefinition,
  orThrow,
} from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { recordTexts } from '../texts/records.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { CodeFact, Fact, Facts, TimeFact } from '../ui/facts.tsx';
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
        <Facts>
          {definitions.map((definition) => (
            <Fact key={definition.key} name={definition.label}>
              {customInWords(definition, of.customFields[definition.key]) ?? '–'}
            </Fact>
          ))}
        </Facts>
      )}
    </Card>
  );
}

function Details({ of }: { of: EntityRecord }) {
  const { facts } = texts;
  return (
    <Card title={texts.details}>
      <Facts>
        <CodeFact name={facts.id}>{of.id}</CodeFact>
        {of.externalId && <Fact name={facts.externalId}>{of.externalId}</Fact>}
        <CodeFact name={facts.type}>{of.entityType}</CodeFact>
        <Fact name={facts.version}>{of.version}</Fact>
        <TimeFact name={facts.created} value={of.createdAt} />
        <TimeFact name={facts.updated} value={of.updatedAt} />
      </Facts>
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
        parent={{ to: recordsPath(entityType), title: entityType }}
        actions={
          mayManage && (
            <>
              <LinkButton to={editRecordPath(entityType, id)}>{uiTexts.edit}</LinkButton>
              <Button variant="danger" onClick={() => setDeleting(true)}>
                {uiTexts.remove}
              </Button>
            </>
          )
        }
      />
      <CustomFields of={of} definitions={definitions} />
      <Card title={texts.data}>
        <CodeBlock what={texts.fields} text={readableJson(of.fields)} />
      </Card>
      <Details of={of} />
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
    <Loaded of={reading}>
      {(found) => (
        <Loaded of={definitions}>
          {({ data }) => found && <RecordDetails of={found.data} definitions={data} />}
        </Loaded>
      )}
    </Loaded>
  );
}
