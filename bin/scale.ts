/** `npm run scale`: writes the pages of lib/scale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MeasuredUnits, scalePage } from '../lib/scale/page.ts';
import { quotasPage } from '../lib/scale/quotas-page.ts';

const folder = join(import.meta.dirname, '../lib/scale');
const units: MeasuredUnits = JSON.parse(readFileSync(join(folder, 'units.json'), 'utf8'));
writeFileSync(join(folder, 'README.md'), scalePage(units));
writeFileSync(join(folder, 'quotas.md'), quotasPage());
