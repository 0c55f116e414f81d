/** A numpy array as Python sends it: its bytes and what they mean. */
export interface Packed {
  dtype: 'float64' | 'int32';
  data: DataView;
}

/** Typed arrays need aligned memory, which a message's buffer does not promise: copy it. */
function copyBytes(view: DataView): ArrayBuffer {
  return view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) as ArrayBuffer;
}

export function unpackFloats(packed: Packed): Float64Array {
  return new Float64Array(copyBytes(packed.data));
}

export function unpackIntegers(packed: Packed): Int32Array {
  return new Int32Array(copyBytes(packed.data));
}
