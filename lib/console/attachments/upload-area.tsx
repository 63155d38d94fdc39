import { useState } from 'react';
import { Link } from 'react-router';
import { SelectField } from '../forms/field.tsx';
import { attachmentTexts } from '../texts/attachments.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ProblemNotice, type Tone } from '../ui/notice.tsx';
import { bytes } from '../ui/times.ts';
import { FileDrop } from './file-drop.tsx';
import { type Upload, useUploads } from './use-uploads.ts';

const texts = attachmentTexts.upload;

const tones: Readonly<Record<Upload['state'], Tone>> = {
  waiting: 'calm',
  sending: 'accent',
  storing: 'accent',
  done: 'good',
  failed: 'bad',
  cancelled: 'warn',
};

/** A file with the progress of its upload. */
export function UploadRow({ of, onCancel }: { of: Upload; onCancel: () => void }) {
  const { name, state, sent, error, fileId } = of;
  const mayCancel = state === 'waiting' || state === 'sending';
  return (
    <li className="upload">
      <div className="row apart">
        <span className="break">
          {fileId ? <Link to={`/files/${fileId}`}>{name}</Link> : name}{' '}
          <span className="small muted">{bytes(of.bytes)}</span>
        </span>
        <span className="row">
          <Badge tone={tones[state]}>{texts.states[state]}</Badge>
          {mayCancel && (
            <Button variant="quiet" icon="close" aria-label={texts.cancel(name)} onClick={onCancel} />
          )}
        </span>
      </div>
      {(state === 'sending' || state === 'storing') && (
        <progress aria-label={texts.progress(name)} max={1} value={sent} />
      )}
      {state === 'failed' && <ProblemNotice error={error} />}
    </li>
  );
}

interface UploadAreaProps {
  partitions: readonly { code: string; title: string }[];
}

/** Accepts dropped or selected files, and shows the progress of each. */
export function UploadArea({ partitions }: UploadAreaProps) {
  const { uploads, add, cancel, clear } = useUploads();
  const [partition, setPartition] = useState('');
  return (
    <FileDrop
      texts={texts}
      isMultiple
      onFiles={(files) => add(files, partition)}
      beside={
        <SelectField
          label={texts.into}
          value={partition}
          onChange={({ target }) => setPartition(target.value)}
          choices={partitions.map(({ code, title }) => [code, title])}
        >
          <option value="">{texts.byDefault}</option>
        </SelectField>
      }
    >
      {uploads.length > 0 && (
        <div className="stack tight">
          <ul className="plain-list" aria-label={texts.list}>
            {uploads.map((upload) => (
              <UploadRow key={upload.id} of={upload} onCancel={() => cancel(upload.id)} />
            ))}
          </ul>
          <div>
            <Button variant="quiet" onClick={clear}>
              {texts.clear}
            </Button>
          </div>
        </div>
      )}
    </FileDrop>
  );
}
