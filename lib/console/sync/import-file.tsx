/** Uploads the CSV file of an import. */

import { FileDrop } from '../attachments/file-drop.tsx';
import { UploadRow } from '../attachments/upload-area.tsx';
import { type Upload, useUploads } from '../attachments/use-uploads.ts';
import { useMay } from '../session/session.ts';
import { syncTexts } from '../texts/sync.ts';
import { Notice } from '../ui/notice.tsx';

const texts = syncTexts.file;

/** Only callers of the organization can read it. */
const partition = 'privateAttachments';

/** The uploads of the page; the last file is imported. */
export function useImportFile(): { uploads: ReturnType<typeof useUploads>; upload: Upload | undefined } {
  const uploads = useUploads();
  return { uploads, upload: uploads.uploads.at(-1) };
}

interface ImportFileProps {
  of: ReturnType<typeof useImportFile>;
  problem: string | undefined;
  /** Another file is chosen. */
  onChoose: () => void;
}

export function ImportFile({ of: { uploads, upload }, problem, onChoose }: ImportFileProps) {
  const may = useMay();
  if (!may('attachments.manage')) return <Notice tone="warn" title={texts.mayNotUpload} />;
  const choose = (files: readonly File[]) => {
    if (upload !== undefined) uploads.cancel(upload.id);
    uploads.add(files, partition);
    onChoose();
  };
  return (
    <div className="stack tight">
      <FileDrop texts={texts} accept=".csv,text/csv" onFiles={choose}>
        {upload && (
          <ul className="plain-list" aria-label={texts.list} aria-live="polite">
            <UploadRow of={upload} onCancel={() => uploads.cancel(upload.id)} />
          </ul>
        )}
      </FileDrop>
      {problem && <p className="field-error">{problem}</p>}
    </div>
  );
}
