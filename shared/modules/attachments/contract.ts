/** Files of records: ways in, the library, storage partitions, ways out. */
export * from './delivery/delivery-contract.ts';
export * from './delivery/share-contract.ts';
export * from './library/library-contract.ts';
export * from './library/record-files-contract.ts';
export * from './partitions/partition-contract.ts';
export * from './upload/upload-contract.ts';
export * from './versions/version-contract.ts';
