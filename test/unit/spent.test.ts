import { describe, expect, it } from 'vitest';
import { transferBuffer } from '../../shared/kernel/base/transfer-buffer.ts';

describe('a chunk that is released', () => {
  it('releases its memory', () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const { buffer } = chunk;
    transferBuffer(chunk);
    expect([chunk.byteLength, buffer.byteLength]).toEqual([0, 0]);
  });

  it('keeps memory with other views', () => {
    const whole = Buffer.alloc(100, 'x');
    const pooled = Buffer.from('of a pool');
    const shared = new Uint8Array(new SharedArrayBuffer(8));
    for (const chunk of [whole.subarray(0, 50), whole.subarray(1), pooled, shared]) transferBuffer(chunk);
    expect([whole.byteLength, pooled.toString(), shared.byteLength]).toEqual([100, 'of a pool', 8]);
  });
});
