import { describe, expect, it } from 'vitest';
import { classesIn, classPlaces, placeCount, placeOf } from './class-places.ts';

describe('the places of classes', () => {
  it('are numbered from 1 in the order of the classes, and 0 for those that do not occur', () => {
    const given = [[31, 0], [32], [63, 31], [1000, 999], []];
    const places = classPlaces(1001, given.flat());
    const classes = [0, 31, 32, 63, 999, 1000];
    expect(classesIn(places)).toEqual(classes);
    expect(placeCount(places)).toBe(classes.length);
    for (let of = 0; of <= 1000; of++) expect(placeOf(places, of)).toBe(classes.indexOf(of) + 1);
  });

  it('are none where nothing occurs', () => {
    const places = classPlaces(70, []);
    expect([classesIn(places), placeCount(places), placeOf(places, 69)]).toEqual([[], 0, 0]);
  });
});
