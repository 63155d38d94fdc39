import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { type FieldDefinition, orThrow } from '../../../shared/clients/typescript/index.ts';
import { ifMatch } from '../api/queries.ts';
import { ChangesButton } from '../audit/changes-of.tsx';
import { useFilters } from '../forms/filters.ts';
import { useMay } from '../session/session.ts';
import { fieldTexts as texts } from '../texts/records.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { CreateLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyCard, Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { fieldPath, newFieldPath, recordsPath } from './paths.ts';
import { useDefinitions } from './use-definitions.ts';
import './entities.css';

const columns: readonly Column<FieldDefinition>[] = [
  {
    title: texts.columns.label,
    cell: ({ key, label }) => (
      <>
        <span className="break">{label}</span>
        <div className="sub break">cf_{key}</div>
      </>
    ),
  },
  {
    title: texts.columns.kind,
    cell: ({ kind, multi }) => (multi ? texts.list(texts.kinds[kind]) : texts.kinds[kind]),
  },
  {
    title: texts.columns.options,
    cell: ({ options }) => (
      <span className="break">
        {options.length === 0 ? texts.any : options.map(({ label }) => label).join(', ')}
      </span>
    ),
  },
  {
    title: texts.columns.rules,
    cell: ({ validation }) => (
      <span className="break">
        {validation.map(({ rule, param }) => `${texts.ruleNames[rule]} ${param ?? ''}`.trim()).join(', ') ||
          '–'}
      </span>
    ),
  },
  { title: texts.columns.updated, cell: ({ updatedAt }) => <Time value={updatedAt} /> },
];

const actionColumn = (onDelete: (definition: FieldDefinition) => void): Column<FieldDefinition> => ({
  title: uiTexts.actions,
  cell: (definition) => (
    <div className="row">
      <Link
        className="button quiet"
        to={fieldPath(definition.entityType, definition.key)}
        aria-label={texts.edit(definition.label)}
      >
        {uiTexts.edit}
      </Link>
      <ChangesButton kind="entities.definition" id={definition.id} name={definition.label} />
      <Button
        variant="quiet"
        aria-label={uiTexts.removeOf(definition.label)}
        onClick={() => onDelete(definition)}
      >
        {uiTexts.remove}
      </Button>
    </div>
  ),
});

function Definitions({ type }: { type: string }) {
  const [deleted, setDeleted] = useState<FieldDefinition>();
  const mayManage = useMay()('entities.definitions.manage');
  const reading = useDefinitions(type);
  const create = mayManage && <CreateLink to={newFieldPath(type)}>{texts.create}</CreateLink>;
  return (
    <>
      <PageHeader
        title={texts.title(type)}
        intro={texts.intro}
        parent={{ to: recordsPath(type), title: type }}
        actions={create}
      />
      <Loaded of={reading}>
        {({ data }) =>
          data.length > 0 ? (
            <DataTable
              caption={texts.title(type)}
              columns={mayManage ? [...columns, actionColumn(setDeleted)] : columns}
              rows={data}
              keyOf={({ key }) => key}
            />
          ) : (
            <EmptyCard icon="table" {...texts.empty} action={create} />
          )
        }
      </Loaded>
      {deleted && (
        <DeleteDialog
          name={deleted.label}
          texts={texts.remove}
          remove={(api) =>
            orThrow(
              api.DELETE('/api/entities/definitions', {
                params: {
                  query: { entityType: type, key: deleted.key },
                  ...ifMatch(reading.data?.etag),
                },
              }),
            )
          }
          refreshes={['definitions', 'records']}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  );
}

/** The custom fields of the type in the address. */
export function DefinitionsPage() {
  const type = useFilters().get('type');
  return type === undefined ? <Navigate to="/records" replace /> : <Definitions key={type} type={type} />;
}
