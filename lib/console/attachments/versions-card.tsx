import { useState } from 'react';
import { type FileVersion, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useRead, useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { Loaded } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import { bytes } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';
import { useFileUrl } from './use-file-url.ts';

const texts = attachmentTexts.versions;

/** Lists the stored versions of the file, to download, restore or delete. */
export function VersionsCard({ fileId }: { fileId: string }) {
  const mayManage = useMay()('attachments.manage');
  const fileUrl = useFileUrl();
  const toast = useToast();
  const [deleted, setDeleted] = useState<number>();
  const reading = useRead(['files', 'versions', fileId], (api) =>
    orThrow(api.GET('/api/attachments/library/{id}/versions', { params: { path: { id: fileId } } })),
  );
  const restoring = useWrite(
    (api, version: number) =>
      orThrow(
        api.POST('/api/attachments/library/{id}/versions/{version}/restore', {
          params: { path: { id: fileId, version } },
        }),
      ),
    ['files', 'storage'],
  );
  const restore = (number: number) =>
    restoring.mutate(number, { onSuccess: () => toast(texts.restored(number)) });
  const columns: readonly Column<FileVersion>[] = [
    {
      title: texts.columns.number,
      cell: ({ number, isCurrent, restoredFrom }) => (
        <>
          <span className="row">
            {number}
            {isCurrent && <Badge tone="good">{texts.current}</Badge>}
          </span>
          {restoredFrom !== null && <div className="sub">{texts.restoredFrom(restoredFrom)}</div>}
        </>
      ),
    },
    { title: texts.columns.name, cell: ({ originalName }) => <span className="break">{originalName}</span> },
    { title: texts.columns.size, isNumber: true, cell: ({ fileSize }) => bytes(fileSize) },
    { title: texts.columns.stored, cell: ({ createdAt }) => <Time value={createdAt} /> },
    {
      title: texts.columns.actions,
      kind: 'actions',
      cell: ({ number, isCurrent }) => (
        <span className="row actions">
          <a
            className="button quiet icon-only"
            href={fileUrl(`/api/attachments/library/${fileId}/versions/${number}/file`, { download: 'true' })}
            download
            aria-label={texts.downloadOf(number)}
          >
            <Icon name="download" />
          </a>
          {mayManage && !isCurrent && (
            <>
              <Button
                isBusy={restoring.isPending}
                aria-label={texts.restoreOf(number)}
                onClick={() => restore(number)}
              >
                {texts.restore}
              </Button>
              <Button
                variant="quiet"
                icon="trash"
                aria-label={texts.remove(number)}
                onClick={() => setDeleted(number)}
              />
            </>
          )}
        </span>
      ),
    },
  ];
  return (
    <section className="stack" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      {restoring.error && <ProblemNotice error={restoring.error} />}
      <Loaded of={reading}>
        {({ items }) => (
          <DataTable
            caption={texts.caption}
            columns={columns}
            rows={items}
            keyOf={({ number }) => String(number)}
          />
        )}
      </Loaded>
      {deleted !== undefined && (
        <DeleteDialog
          name={String(deleted)}
          texts={texts.removal}
          remove={(api) =>
            orThrow(
              api.DELETE('/api/attachments/library/{id}/versions/{version}', {
                params: { path: { id: fileId, version: deleted } },
              }),
            )
          }
          refreshes={['files', 'storage']}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </section>
  );
}
