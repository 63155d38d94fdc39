/** Texts of the pages of a team's own resources, from their nouns. */
import type { OwnResource } from '../../../shared/clients/typescript/own-resource.ts';

export function ownTextsOf({ title, plural }: Pick<OwnResource, 'title' | 'plural'>) {
  const one = title.toLowerCase();
  const many = plural.toLowerCase();
  return {
    list: {
      title: plural,
      intro: `The ${many} of the selected organizations.`,
      create: `New ${one}`,
      search: 'Search',
      empty: { title: `No ${many} yet`, text: `The ${many} that you create are listed here.` },
    },
    form: { create: `New ${one}`, edit: (name: string) => `Edit ${name}`, saved: `${title} saved` },
    remove: {
      title: (name: string) => `Delete ${name}?`,
      text: `The ${one} is no longer found.`,
      confirm: `Delete ${one}`,
      done: `${title} deleted`,
    },
    details: 'Details',
  };
}

export const ownTexts = {
  yes: 'Yes',
  no: 'No',
  notANumber: 'This must be a number.',
  notJson: 'This must be a JSON object.',
  commas: 'Separated by commas.',
} as const;
