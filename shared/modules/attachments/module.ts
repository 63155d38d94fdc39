/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as deliveryContract from './delivery/delivery-contract.ts';
import * as shareContract from './delivery/share-contract.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import * as extractionWorkers from './extraction/workers.ts';
import { features } from './features.ts';
import * as libraryContract from './library/library-contract.ts';
import * as recordFilesContract from './library/record-files-contract.ts';
import * as partitionContract from './partitions/partition-contract.ts';
import { attachmentSamples } from './samples.ts';
import * as uploadContract from './upload/upload-contract.ts';
import * as versionContract from './versions/version-contract.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: {
    attachments: {
      position: 5,
      title: 'Attachments',
      description:
        'Files of records. Clients upload them in one request or directly to the bucket, and find them by name, tag, ' +
        'partition and text, including recognized text of scans. Partitions define who can read files.',
    },
  },
  endpoints: endpointsIn([
    deliveryContract,
    shareContract,
    libraryContract,
    recordFilesContract,
    partitionContract,
    uploadContract,
    versionContract,
  ]),
  workers: [...Object.values(extractionWorkers), ...Object.values(workers)],
  queues: {
    'text-extraction': {
      summary: 'Text extractions, and updates of the word index',
      fromBus: [
        'attachments.attachment.created',
        'attachments.attachment.extraction_requested',
        'attachments.attachment.version_created',
        'attachments.attachment.updated',
        'attachments.attachment.deleted',
      ],
      // Five attempts, and one more delivery that records the failure if the worker was killed each time.
      maxReceiveCount: 6,
    },
    'text-recognized': {
      summary: 'Ended jobs of Textract',
      fromTextract: true,
      // Five attempts, and one more delivery that records the failure if the worker was killed each time.
      maxReceiveCount: 6,
    },
  },
  errors: errorsIn(errors),
  samples: attachmentSamples,
  partitions: {
    ATTACHMENT: 'attribute',
    SHARE: 'attribute',
    FILEPLACED: 'attribute',
    FILEWORK: 'attribute',
  },
};
