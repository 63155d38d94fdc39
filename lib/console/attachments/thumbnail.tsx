import { useState } from 'react';
import type { LibraryAttachment } from '../../../shared/clients/typescript/index.ts';
import { Icon } from '../ui/icon.tsx';
import { extensionOf } from './file-kinds.ts';
import { useFileUrl } from './use-file-url.ts';

/** A small picture of the file, or its kind where there is none. The name stands beside it, so it needs no words. */
export function Thumbnail({ of }: { of: LibraryAttachment }) {
  const fileUrl = useFileUrl();
  const [hasFailed, setFailed] = useState(false);
  if (of.hasThumbnail && !hasFailed)
    return (
      <span className="thumbnail">
        <img src={fileUrl(of.thumbnailUrl)} alt="" loading="lazy" onError={() => setFailed(true)} />
      </span>
    );
  return (
    <span className="thumbnail plain">
      <Icon name="file" size={32} />
      <span className="small">{extensionOf(of.originalName)}</span>
    </span>
  );
}
