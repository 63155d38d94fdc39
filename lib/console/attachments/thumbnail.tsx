import { useState } from 'react';
import type { LibraryAttachment } from '../../../shared/clients/typescript/index.ts';
import { Icon } from '../ui/icon.tsx';
import { extensionOf } from './file-kinds.ts';
import { useFileUrl } from './use-file-url.ts';

/** A thumbnail of the file, or its kind. The name is next to it, so it has no text alternative. */
export function Thumbnail({ of }: { of: LibraryAttachment }) {
  const fileUrl = useFileUrl();
  const [hasFailed, setFailed] = useState(false);
  if (of.thumbnailUrl !== null && !hasFailed)
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
