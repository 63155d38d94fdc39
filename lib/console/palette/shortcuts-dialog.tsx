import { Fragment } from 'react';
import { paletteTexts } from '../texts/palette.ts';
import { Dialog } from '../ui/dialog.tsx';
import './palette.css';

const { title, or, keys } = paletteTexts.shortcuts;

/** The sheet of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <dl className="shortcuts">
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name, index) => (
                <Fragment key={name}>
                  {index > 0 && ` ${or} `}
                  <kbd>{name}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
