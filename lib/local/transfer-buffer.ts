/**
 * Returns the memory of a chunk at once. Sockets pass a new buffer for every 64 KB, and V8 scans its whole heap when
 * some tens of megabytes of them have accumulated: for large bodies that costs more than reading them, and recently
 * used memory is faster. Nothing may read the chunk, or a part of it, afterwards: it is then empty. A chunk that is
 * only a part of its buffer is left to the garbage collector.
 */
export function transferBuffer(chunk: Uint8Array): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
