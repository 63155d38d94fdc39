import { useSyncExternalStore } from 'react';
import { curlCommand } from '../api/curl.ts';
import { recentCalls } from '../api/recent-calls.ts';
import { shellTexts } from '../texts/shell.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The requests of the page as commands. */
export function CurlDialog({ onClose }: { onClose: () => void }) {
  const calls = useSyncExternalStore(recentCalls.subscribe, recentCalls.get);
  const { title, intro, none } = shellTexts.curl;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p className="muted">{calls.length === 0 ? none : intro}</p>
        {calls.map((call) => {
          const command = curlCommand(call);
          return (
            <CodeBlock key={command} text={command} what={`${call.method} ${new URL(call.url).pathname}`} />
          );
        })}
      </div>
    </Dialog>
  );
}
