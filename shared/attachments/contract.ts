/** Files of records: ways in, the library, storage partitions, ways out. */
export * from './delivery-contract.ts';
export * from './library-contract.ts';
export * from './partition-contract.ts';
export * from './record-files-contract.ts';
export * from './share-contract.ts';
export * from './upload-contract.ts';
export * from './version-contract.ts';
