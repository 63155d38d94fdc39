import { useApi } from '../api/api-context.tsx';
import { uiTexts } from '../texts/ui.ts';
import { Menu } from './menu.tsx';

const formats = ['csv', 'json', 'xml', 'markdown'] as const;

/** Downloads of a filtered list, in the formats of the API. */
export function ExportMenu({ path, query }: { path: string; query: Record<string, unknown> }) {
  const { scope } = useApi();
  const given = Object.entries({ ...scope, ...query }).flatMap(([name, value]) =>
    value === undefined || name === 'page' || name === 'pageSize' ? [] : [[name, String(value)]],
  );
  return (
    <Menu label={uiTexts.export} icon="download">
      {formats.map((format) => (
        <a key={format} href={`${path}?${new URLSearchParams([...given, ['format', format]])}`} download>
          {uiTexts.exportAs(format.toUpperCase())}
        </a>
      ))}
    </Menu>
  );
}
