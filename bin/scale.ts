/** `npm run scale`: writes the pages of lib/lab/scale. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MeasuredUnits, scalePage } from '../lib/lab/scale/page.ts';
import { quotasPage } from '../lib/lab/scale/quotas-page.ts';

const folder = join(import.meta.dirname, '../lib/lab/scale');
const units: MeasuredUnits = JSON.parse(readFileSync(join(folder, 'units.json'), 'utf8'));
writeFileSync(join(folder, 'README.md'), scalePage(units));
writeFileSync(join(folder, 'quotas.md'), quotasPage());
