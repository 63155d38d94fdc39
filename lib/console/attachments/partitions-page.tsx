import { useState } from 'react';
import { orThrow, type StoragePartition } from '../../../shared/clients/typescript/index.ts';
import { useRead } from '../api/queries.ts';
import { ChangesButton } from '../audit/changes-of.tsx';
import { attachmentTexts } from '../texts/attachments.ts';
import { uiTexts } from '../texts/ui.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, CreateButton } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { PartitionDialog } from './partition-dialog.tsx';

const texts = attachmentTexts.partitions;

type Shown = { edited: StoragePartition | undefined } | { deleted: StoragePartition };

const columnsFor = (show: (shown: Shown) => void): readonly Column<StoragePartition>[] => [
  {
    title: texts.columns.title,
    cell: ({ title, code, description }) => (
      <>
        <strong className="break">{title}</strong> <code>{code}</code>
        {description && <div className="sub break">{description}</div>}
      </>
    ),
  },
  {
    title: texts.columns.access,
    cell: ({ isPublic }) =>
      isPublic ? <Badge tone="warn">{texts.isPublic}</Badge> : <Badge tone="calm">{texts.isPrivate}</Badge>,
  },
  {
    title: texts.columns.text,
    cell: ({ requiresOcr, contentSearch }) =>
      requiresOcr ? (contentSearch ? texts.texts.searched : texts.texts.read) : texts.texts.off,
  },
  { title: texts.columns.kept, isNumber: true, cell: ({ versionsKept }) => versionsKept },
  {
    title: texts.columns.actions,
    kind: 'actions',
    cell: (partition) => (
      <span className="row actions">
        <Button aria-label={texts.editOf(partition.title)} onClick={() => show({ edited: partition })}>
          {uiTexts.edit}
        </Button>
        <ChangesButton kind="attachments.partition" id={partition.id} name={partition.title} />
        <Button
          variant="quiet"
          icon="trash"
          aria-label={texts.removeOf(partition.title)}
          onClick={() => show({ deleted: partition })}
        />
      </span>
    ),
  },
];

export function PartitionsPage() {
  const [shown, show] = useState<Shown>();
  const reading = useRead(['files', 'partitions'], (api) => orThrow(api.GET('/api/attachments/partitions')));
  const close = () => show(undefined);
  return (
    <>
      <PageHeader
        title={texts.title}
        intro={texts.intro}
        parent={{ to: '/files', title: attachmentTexts.list.title }}
        actions={<CreateButton onClick={() => show({ edited: undefined })}>{texts.create}</CreateButton>}
      />
      <Loaded of={reading}>
        {({ items }) => (
          <DataTable caption={texts.title} columns={columnsFor(show)} rows={items} keyOf={({ id }) => id} />
        )}
      </Loaded>
      {shown && 'edited' in shown && <PartitionDialog of={shown.edited} onClose={close} />}
      {shown && 'deleted' in shown && (
        <DeleteDialog
          name={shown.deleted.title}
          texts={texts.removal}
          remove={(api) =>
            orThrow(
              api.DELETE('/api/attachments/partitions', { params: { query: { id: shown.deleted.id } } }),
            )
          }
          refreshes={['files']}
          onClose={close}
        />
      )}
    </>
  );
}
