import { describe, expect, it } from 'vitest';
import { faultsOf } from './deploy.ts';

describe('an answer of kubectl', () => {
  it('has no fault when it says nothing besides', () => {
    expect(faultsOf('all', { isOk: true, output: 'service/gateway serverside-applied', words: [] })).toEqual(
      [],
    );
  });

  it('has a fault for each warning, although it was admitted', () => {
    const words = ['Warning: would violate PodSecurity "restricted:latest"'];
    expect(faultsOf('all', { isOk: true, output: '', words })).toEqual([`all: ${words[0]}`]);
  });

  it('is never taken for an admission when it was refused without a word', () => {
    expect(faultsOf('all', { isOk: false, output: '', words: [] })).toEqual(['all: refused without a word']);
  });
});
