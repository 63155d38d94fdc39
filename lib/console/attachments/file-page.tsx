import { useRef, useState } from 'react';
import { useParams } from 'react-router';
import {
  asForm,
  type LibraryAttachmentDetail,
  orThrow,
  toJson,
} from '../../../shared/clients/typescript/index.ts';
import { useApi } from '../api/api-context.tsx';
import { ifMatch, useRead, useWrite, type Versioned, withVersion } from '../api/queries.ts';
import { sendWithProgress } from '../api/upload.ts';
import { ChangesOf } from '../audit/changes-of.tsx';
import { useMay } from '../session/session.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { uiTexts } from '../texts/ui.ts';
import { Attribute, Attributes, CodeAttribute, TimeAttribute } from '../ui/attributes.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { LoadedPage } from '../ui/gone-page.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProblemNotice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { bytes } from '../ui/times.ts';
import { useToast } from '../ui/toasts.tsx';
import './attachments.css';
import { kindOf } from './file-kinds.ts';
import { FileText } from './file-text.tsx';
import { SharesCard } from './shares-card.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';
import { useFileUrl } from './use-file-url.ts';
import { VersionsCard } from './versions-card.tsx';

const texts = attachmentTexts.show;

/** For files without a record. */
const libraryEntity = 'attachments:library';

const refreshEveryMs = 1_500;

type File = Versioned<LibraryAttachmentDetail>;

/** Uploads a new version of the file, unless another user has changed it meanwhile. */
function useReplacement({ data: { id }, etag }: File) {
  const { sendBy } = useApi();
  const [percent, setPercent] = useState<number>();
  const writing = useWrite(
    (api, file: Blob) =>
      orThrow(
        api.POST('/api/attachments/versions', {
          params: ifMatch(etag),
          body: { attachmentId: id, file },
          bodySerializer: asForm,
          fetch: sendBy(sendWithProgress((share) => setPercent(Math.round(share * 100)))),
        }),
      ),
    ['files', 'storage'],
  );
  return { writing, percent };
}

type OpenDialog = 'tags' | 'transfer' | 'delete';

function Actions({ file, onOpen }: { file: File; onOpen: (dialog: OpenDialog) => void }) {
  const mayManage = useMay()('attachments.manage');
  const toast = useToast();
  const fileUrl = useFileUrl();
  const chooser = useRef<HTMLInputElement>(null);
  const { writing, percent } = useReplacement(file);
  return (
    <>
      <a className="button primary" href={fileUrl(file.data.url, { download: 'true' })} download>
        <Icon name="download" />
        {texts.download}
      </a>
      {mayManage && (
        <>
          <Button icon="upload" isBusy={writing.isPending} onClick={() => chooser.current?.click()}>
            {writing.isPending ? texts.replacing(percent ?? 0) : texts.replace}
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            aria-label={texts.replace}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) writing.mutate(chosen, { onSuccess: () => toast(texts.replaced) });
              target.value = '';
            }}
          />
          <Button onClick={() => onOpen('tags')}>{texts.edit}</Button>
          {file.data.entityId !== libraryEntity && (
            <Button onClick={() => onOpen('transfer')}>{attachmentTexts.transfer.open}</Button>
          )}
          <Button variant="danger" onClick={() => onOpen('delete')}>
            {uiTexts.remove}
          </Button>
        </>
      )}
      {writing.error && <ProblemNotice error={writing.error} />}
    </>
  );
}

function Preview({ of }: { of: LibraryAttachmentDetail }) {
  const fileUrl = useFileUrl();
  const [failed, setFailed] = useState<string>();
  const thumbnailUrl = failed === of.url ? null : of.thumbnailUrl;
  // Its text is more useful than an empty picture.
  if (thumbnailUrl === null && of.content !== null) return null;
  return (
    <Card title={texts.preview}>
      <div className="preview">
        {thumbnailUrl !== null ? (
          <img
            src={fileUrl(thumbnailUrl, { width: '960', height: '720', cropType: 'contain' })}
            alt={texts.previewOf(of.originalName)}
            onError={() => setFailed(of.url)}
          />
        ) : (
          <p className="muted">{texts.noPreview}</p>
        )}
      </div>
    </Card>
  );
}

function Details({ of }: { of: LibraryAttachmentDetail }) {
  const { attributes } = texts;
  const custom = Object.entries(of.customFields ?? {});
  return (
    <Card title={texts.details}>
      <Attributes>
        <Attribute name={attributes.kind}>
          {attachmentTexts.kinds[kindOf(of.mimeType)]} <code>{of.mimeType}</code>
        </Attribute>
        <Attribute name={attributes.size}>{bytes(of.fileSize)}</Attribute>
        <Attribute name={attributes.version}>{of.version}</Attribute>
        <Attribute name={attributes.tags}>
          {of.tags.length === 0 ? (
            <span className="muted">{texts.noTags}</span>
          ) : (
            <span className="row">
              {of.tags.map((tag) => (
                <span key={tag} className="badge plain">
                  {tag}
                </span>
              ))}
            </span>
          )}
        </Attribute>
        <Attribute name={attributes.partition}>{of.partitionLabel ?? of.partitionCode}</Attribute>
        {of.entityId !== libraryEntity && (
          <Attribute name={attributes.record}>
            <code>{of.entityId}</code> {of.recordId}
          </Attribute>
        )}
        {of.assignments.length > 0 && (
          <Attribute name={attributes.assignments}>
            {of.assignments.map(({ type, id, label }) => label ?? `${type} ${id}`).join(', ')}
          </Attribute>
        )}
        {custom.map(([key, value]) => (
          <Attribute key={key} name={key}>
            {typeof value === 'string' ? value : toJson(value)}
          </Attribute>
        ))}
        <CodeAttribute name={attributes.name}>{of.fileName}</CodeAttribute>
        <TimeAttribute name={attributes.uploaded} value={of.createdAt} />
        <TimeAttribute name={attributes.changed} value={of.updatedAt} />
        <CodeAttribute name={attributes.sha256}>{of.sha256}</CodeAttribute>
      </Attributes>
    </Card>
  );
}

function FileDetails({ file }: { file: File }) {
  const { data } = file;
  const [shown, setShown] = useState<OpenDialog>();
  const close = () => setShown(undefined);
  return (
    <>
      <PageHeader
        title={data.originalName}
        id={data.id}
        parent={{ to: '/files', title: attachmentTexts.list.title }}
        actions={<Actions file={file} onOpen={setShown} />}
      />
      <div className="file-columns">
        <div className="stack">
          <Preview of={data} />
          <FileText of={data} />
        </div>
        <div className="stack">
          <Details of={data} />
          <SharesCard fileId={data.id} />
        </div>
      </div>
      <VersionsCard fileId={data.id} />
      <ChangesOf kind="attachments.attachment" id={data.id} since={data.createdAt} />
      {shown === 'tags' && <TagsDialog file={file} onClose={close} />}
      {shown === 'transfer' && <TransferDialog file={file} onClose={close} />}
      {shown === 'delete' && (
        <DeleteDialog
          name={data.originalName}
          texts={attachmentTexts.remove}
          remove={(api) =>
            orThrow(api.DELETE('/api/attachments/library/{id}', { params: { path: { id: data.id } } }))
          }
          to="/files"
          refreshes={['storage']}
          onClose={close}
        />
      )}
    </>
  );
}

export function FilePage() {
  const { id = '' } = useParams();
  const reading = useRead(
    ['files', 'one', id],
    async (api) => {
      const { data, etag } = await withVersion(
        api.GET('/api/attachments/library/{id}', { params: { path: { id } } }),
      );
      return { data: data.item, etag };
    },
    { refreshEveryMs, isFinal: ({ data }) => data.contentStatus !== 'pending' },
  );
  return (
    <LoadedPage of={reading} parent={{ to: '/files', title: attachmentTexts.list.title }}>
      {(file) => <FileDetails key={file.data.id} file={file} />}
    </LoadedPage>
  );
}
