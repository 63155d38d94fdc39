import { version } from '../../../kernel/settings/version.ts';

/** Reads no data, so that it tells only whether requests are served. */
export async function getHealth() {
  return { status: 'ok' as const, version };
}
