/** The manifest of this module: what the catalog gathers. */
import { endpointsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import * as deliveryContract from './delivery/delivery-contract.ts';
import * as shareContract from './delivery/share-contract.ts';
import { attachmentErrors } from './errors.ts';
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
        'Files of records: uploaded in one request or straight to the bucket, found by name, tag, partition and ' +
        'the words of their text, scanned or not, and and and delivered to callers who may read their ' +
        'partition.',
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
      summary: 'Files whose text is to be extracted, or whose words are to be indexed anew or removed',
      fromBus: [
        'attachments.attachment.created',
        'attachments.attachment.extraction_requested',
        'attachments.attachment.version_created',
        'attachments.attachment.updated',
        'attachments.attachment.deleted',
      ],
      // Five tries, and a delivery that ends what stopped its worker each time.
      maxReceiveCount: 6,
    },
    'text-recognized': {
      summary: 'Jobs of Textract that have ended',
      fromTextract: true,
      // Five tries, and a delivery that ends what stopped its worker each time.
      maxReceiveCount: 6,
    },
  },
  errors: attachmentErrors,
  samples: attachmentSamples,
  partitions: {
    ATTACHMENT: 'attribute',
    SHARE: 'attribute',
    FILEPLACED: 'attribute',
    FILEWORK: 'attribute',
  },
};
