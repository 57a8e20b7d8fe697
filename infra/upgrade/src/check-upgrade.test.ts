import { expect, it } from 'vitest';
import { changesOf, faultsOfOutcomes, withoutSignatures } from './check-upgrade.ts';

it('names what reads otherwise and what is gone', () => {
  const before = new Map([
    ['us /a', '200 one'],
    ['us /b', '200 two'],
    ['us /c', '200 three'],
  ]);
  const after = new Map([
    ['us /a', '200 one'],
    ['us /b', '404 none'],
  ]);
  expect(changesOf(before, after)).toEqual([
    'us /b has changed\n    before 200 two\n    after  404 none',
    'us /c has changed\n    before 200 three\n    after  nothing',
  ]);
  expect(changesOf(before, before)).toEqual([]);
});

it('compares addresses of frames without what is signed anew', () => {
  const frame = (signed: string) =>
    `{"imageUrl":"http://127.0.0.1:1/assets/frames/v/1.jpg?expires=${signed}","x":1}`;
  expect(withoutSignatures(frame('1&signature=a'))).toBe(withoutSignatures(frame('2&signature=b')));
  expect(withoutSignatures('{"text":"really?"}')).toBe('{"text":"really?"}');
});

it('takes no record that was neither completed nor refunded', () => {
  const outcomes = [
    { site: 'us', id: 'batch_1', isCompleted: true },
    { site: 'us', id: 'batch_2', isCompleted: false },
    { site: 'us', id: 'batch_3', isCompleted: false },
  ];
  const charges = [
    { operationId: 'batch_2', refunded: 4 },
    { operationId: 'batch_3', refunded: 0 },
  ];
  expect(faultsOfOutcomes(outcomes, charges)).toEqual(['us batch_3 was neither completed nor refunded']);
});
