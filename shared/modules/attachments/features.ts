/** The features of this module that roles can grant, with their titles. */
export const features = {
  'attachments.view': 'Read attachments',
  'attachments.manage': 'Upload, change, transfer and delete attachments; manage partitions',
} as const;
