import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amount,
  costTyped,
  decimal,
  number,
  percent,
  readEntry,
  share,
  shareTyped,
  span,
  valueInWords,
} from './numbers.ts';

const each = (write: (value: number) => string, pairs: [number, string][]) => {
  for (const [value, words] of pairs) assert.equal(write(value), words);
};

test('numbers have three significant digits and a true minus sign', () => {
  each(number, [
    [0.123456, '0.123'],
    [0.0615, '0.0615'],
    [-2, '−2'],
    [-12345, '−12300'],
    [0, '0'],
    [-0, '0'],
    [100, '100'],
    [9.999, '10'],
    [1.05, '1.05'],
    [Infinity, '∞'],
    [-Infinity, '−∞'],
  ]);
});

test('halves are rounded up, and floating-point noise is ignored', () => {
  each(number, [
    [0.3125, '0.313'],
    [1.0625, '1.06'],
    [0.1 + 0.2, '0.3'],
    [1.2349999999999999, '1.24'],
    [1.2349, '1.23'],
  ]);
});

test('very small and very large numbers have a power of ten', () => {
  each(number, [
    [1e-9, '0.000000001'],
    [2.5e-10, '2.5e-10'],
    [-1e-10, '−1e-10'],
    [1e14, '100000000000000'],
    [1e15, '1e+15'],
    [1.25e300, '1.25e+300'],
  ]);
});

test('more digits can be requested', () => {
  assert.equal(number(1 / 7, 6), '0.142857');
  assert.equal(number(0.9999991, 15), '0.9999991');
});

test('a share near 0 or 1 keeps the digits that distinguish it from the end', () => {
  each(share, [
    [0.5, '0.5'],
    [0.6923, '0.692'],
    [0.99, '0.99'],
    [0.99951, '0.99951'],
    [0.999987654, '0.9999877'],
    [0.00012345, '0.000123'],
    [0, '0'],
    [1, '1'],
  ]);
  each(percent, [
    [0.125, '12.5 %'],
    [0.95, '95 %'],
    [0.9995, '99.95 %'],
    [1, '100 %'],
    [0, '0 %'],
    [0.0004, '0.04 %'],
  ]);
});

test('amounts have a true minus sign, their unit, and thousands separators', () => {
  assert.equal(amount(-1234567.2, 'EUR'), '−1,234,567 EUR');
  assert.equal(amount(0.12345), '0.123');
  assert.equal(amount(999.4, 'EUR'), '999 EUR');
  assert.equal(amount(999.5), '1,000');
  assert.equal(amount(1000), '1,000');
  assert.equal(amount(-0.0001), '−0.0001');
  assert.equal(amount(-0, 'EUR'), '0 EUR');
  assert.equal(amount(1e15), '1e+15');
  assert.equal(amount(123456789012345), '123,456,789,012,000');
});

test('a range whose ends look the same is one number', () => {
  assert.equal(span([0.1, 0.25], number), '0.1 to 0.25');
  assert.equal(span([0.1, 0.25], amount, 'EUR'), '0.1 to 0.25 EUR');
  assert.equal(span([4, 4.0001], amount, 'EUR'), '4 EUR');
});

test('a threshold is readable by programs: all digits and an ASCII minus sign', () => {
  each(decimal, [
    [0.45678901234567, '0.45678901234567'],
    [-0.5, '-0.5'],
    [1474, '1474'],
    [120, '120'],
    [-12.25, '-12.25'],
    [0, '0'],
    [1e-12, '0.000000000001'],
    [1.5e-13, '1.5e-13'],
    [1e20, '100000000000000000000'],
    [1e21, '1e+21'],
    [Infinity, 'inf'],
    [-Infinity, '-inf'],
  ]);
});

test('a position in log-odds is a share', () => {
  assert.equal(valueInWords('log_odds', 0), '0.5');
  assert.equal(valueInWords('log_odds', Math.log(0.01 / 0.99)), '0.01');
  assert.equal(valueInWords('log_odds', -Math.log(4)), '0.2');
  assert.equal(valueInWords('log_odds', Math.log(4)), '0.8');
  assert.equal(valueInWords('log_odds', Math.log(999)), '0.999');
  assert.equal(valueInWords('log_odds', -14), '0.00000083');
  assert.equal(valueInWords('log_odds', 14), '0.99999917');
});

test('a position in powers of ten is an amount', () => {
  assert.equal(valueInWords('log10', 1), '10');
  assert.equal(valueInWords('log10', -3), '0.001');
  assert.equal(valueInWords('log10', Math.log10(12.34)), '12');
});

test('typed values are shown unchanged, dragged ones with three digits', () => {
  each(shareTyped, [
    [0.12345, '12.345 %'],
    [0.00001, '0.001 %'],
    [1 / 3, '33.3 %'],
    [0.999999, '99.9999 %'],
    [0, '0 %'],
    [1, '100 %'],
  ]);
  each(costTyped, [
    [12345, '12345'],
    [-2.5, '−2.5'],
    [2 / 3, '0.667'],
    [1e9, '1000000000'],
    [0, '0'],
  ]);
});

// ---- Parsing of typed values, as in Python

test('numbers are parsed as people type them', () => {
  for (const [text, value] of [
    ['0.05', 0.05],
    [' ,5 ', 0.5],
    ['0,02', 0.02],
    ['5 %', 0.05],
    ['2‰', 0.002],
    ['1 in 1000', 0.001],
    ['1/8', 0.125],
    ['1:19', 0.05],
    ['−1e-4', -0.0001],
    ['1,000,000', 1e6],
  ] as const) {
    assert.deepEqual(readEntry(text), [value, value], text);
  }
});

test('ranges are parsed with one unit for both ends or one for each', () => {
  assert.deepEqual(readEntry('1e-6 - 5 %'), [1e-6, 0.05]);
  assert.deepEqual(readEntry('1 - 5 %'), [0.01, 0.05]);
  assert.deepEqual(readEntry('1 in 1000 to 1 in 100'), [0.001, 0.01]);
  assert.deepEqual(readEntry('0.1..0.3'), [0.1, 0.3]);
});

test('invalid and ambiguous numbers are not guessed', () => {
  for (const text of ['', 'half', '1 2', '%', '0.1 -']) assert.equal(readEntry(text), null, text);
  assert.deepEqual(readEntry('1,234'), [Number.NaN, Number.NaN]);
});
