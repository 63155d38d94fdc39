import { type LibraryAttachmentDetail, orThrow } from '../../../shared/clients/typescript/index.ts';
import { useWrite } from '../api/queries.ts';
import { useMay } from '../session/session.ts';
import { attachmentTexts } from '../texts/attachments.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { ProblemNotice, type Tone } from '../ui/notice.tsx';
import { Loading } from '../ui/states.tsx';
import { useToast } from '../ui/toasts.tsx';

const texts = attachmentTexts.text;

type Status = LibraryAttachmentDetail['contentStatus'];

const tones: Readonly<Record<Status, Tone>> = {
  none: 'calm',
  pending: 'accent',
  done: 'good',
  failed: 'bad',
};

/** The extracted text of the file. */
export function FileText({ of }: { of: LibraryAttachmentDetail }) {
  const { id, content, contentStatus, contentTruncated, contentError, contentWarnings } = of;
  const mayManage = useMay()('attachments.manage');
  const toast = useToast();
  const reading = useWrite(
    (api, _: undefined) =>
      orThrow(api.POST('/api/attachments/library/{id}/extract', { params: { path: { id } } })),
    ['files'],
  );
  return (
    <Card
      title={texts.title}
      actions={
        <>
          <Badge tone={tones[contentStatus]}>{attachmentTexts.content[contentStatus]}</Badge>
          {mayManage && contentStatus !== 'pending' && (
            <Button
              isBusy={reading.isPending}
              onClick={() => reading.mutate(undefined, { onSuccess: () => toast(texts.started) })}
            >
              {texts.again}
            </Button>
          )}
        </>
      }
    >
      <div className="stack tight">
        {reading.error && <ProblemNotice error={reading.error} />}
        {contentError && <p className="break">{contentError}</p>}
        {contentStatus === 'pending' && <Loading />}
        {contentStatus === 'none' && <p className="muted">{texts.none}</p>}
        {content !== null && <CodeBlock what={texts.what} text={content} />}
        {contentTruncated && <p className="small muted">{texts.truncated}</p>}
        {contentWarnings.length > 0 && (
          <>
            <h3>{texts.warnings}</h3>
            <ul className="plain-list stack tight" aria-label={texts.warnings}>
              {contentWarnings.map((warning) => (
                <li key={warning} className="break">
                  {warning}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}
