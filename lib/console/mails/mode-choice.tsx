import { mailTexts } from '../texts/mails.ts';

export const modes = ['instant', 'hourly', 'off'] as const;

export type MailMode = (typeof modes)[number];

/** Options of mail modes for a select. */
export function ModeOptions() {
  return modes.map((mode) => (
    <option key={mode} value={mode}>
      {mailTexts.modes[mode]}
    </option>
  ));
}
