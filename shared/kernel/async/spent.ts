/**
 * Gives the memory of a chunk back at once. What sockets hand over is a buffer of its own for every 64 KB, and V8 looks
 * through its whole heap for garbage each time that some tens of megabytes of them have piled up: for large bodies that
 * costs more than reading them, and memory that was just used is faster than other. No reader may use the chunk, or
 * a part of it, afterwards: it is empty then. A chunk that is only a part of its buffer is left to the garbage collector.
 */
export function release(chunk: Uint8Array): void {
  const { buffer } = chunk;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
