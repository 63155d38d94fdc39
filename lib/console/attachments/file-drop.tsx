/** An area that accepts dropped or selected files. */
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import './attachments.css';

interface FileDropProps {
  texts: Readonly<Record<'title' | 'drop' | 'choose' | 'chooseLabel', string>>;
  isMultiple?: boolean;
  /** File name extensions and media types that the dialog of the browser offers. */
  accept?: string;
  onFiles: (files: readonly File[]) => void;
  /** Beside the button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The browser would open a file that is dropped beside the area in place of the page. */
function useNoDropBeside(): void {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}

export function FileDrop({ texts, isMultiple = false, accept, onFiles, beside, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const titleId = useId();
  useNoDropBeside();
  const add = (files: FileList | null) =>
    onFiles(Array.from(files ?? []).slice(0, isMultiple ? undefined : 1));
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <section
      className={isOver ? 'card upload-area over' : 'card upload-area'}
      aria-labelledby={titleId}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <h2 id={titleId} className="unseen">
        {texts.title}
      </h2>
      <div className="row upload-choice">
        <Icon name="upload" size={28} />
        <span>{texts.drop}</span>
        <Button variant="primary" onClick={() => chooser.current?.click()}>
          {texts.choose}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple={isMultiple}
          accept={accept}
          hidden
          aria-label={texts.chooseLabel}
          onChange={({ target }) => {
            add(target.files);
            // Allows the user to select the same file again.
            target.value = '';
          }}
        />
        {beside}
      </div>
      {children}
    </section>
  );
}
