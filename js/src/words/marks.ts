// The few words that stand in the figures.

/** Names cut to some letters: their beginnings, or both their ends where these are alike. */
export function shortNames(names: readonly string[], letters: number): string[] {
  const cut = (name: string) => (name.length > letters ? `${name.slice(0, letters - 1)}…` : name);
  const heads = names.map(cut);
  const half = Math.floor((letters - 1) / 2);
  return names.map((name, i) => {
    const head = heads[i] as string;
    if (head === name || heads.indexOf(head) === heads.lastIndexOf(head)) return head;
    return `${name.slice(0, letters - 1 - half)}…${name.slice(-half)}`;
  });
}
