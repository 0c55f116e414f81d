// The arrays that Python sends, unpacked as the schema says.

import { GROUPS } from './schema.ts';

type Name = keyof typeof GROUPS;

/** A group of arrays, as the schema declares it. */
export type Group<N extends Name> = {
  -readonly [F in keyof (typeof GROUPS)[N]]: (typeof GROUPS)[N][F] extends 'float64'
    ? Float64Array
    : Int32Array;
};

export type Groups = { [N in Name]: Group<N> };
export type Points = Groups['points'];
export type Hull = Groups['hull'];
export type Winners = Groups['winners'];
export type Bands = Groups['bands'];

const KINDS = { float64: Float64Array, int32: Int32Array };

/** A numpy array as Python sends it: its bytes and what they mean. */
export interface Packed {
  dtype: keyof typeof KINDS;
  data: DataView;
}

const NAMES = Object.keys(GROUPS) as Name[];

/** Something for each group, by its name. */
export function eachGroup<T>(make: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(NAMES.map((name) => [name, make(name)])) as Record<Name, T>;
}

/** A group of which each array is made from its name and its kind. */
export function groupOf<N extends Name>(
  name: N,
  make: (field: string, kind: Packed['dtype']) => Float64Array | Int32Array,
): Group<N> {
  const fields = Object.entries<Packed['dtype']>(GROUPS[name]);
  return Object.fromEntries(fields.map(([field, kind]) => [field, make(field, kind)])) as Group<N>;
}

export function unpacked<N extends Name>(name: N, sent: Record<string, Packed>): Group<N> {
  return groupOf(name, (field, kind) => new KINDS[kind](bytesOf((sent[field] as Packed).data)));
}

/** A group before Python has told anything. */
export function empty<N extends Name>(name: N): Group<N> {
  return groupOf(name, (_, kind) => new KINDS[kind]());
}

/** Typed arrays need aligned memory, which a message's buffer does not promise: copy it. */
function bytesOf(view: DataView): ArrayBuffer {
  return view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as ArrayBuffer;
}
