// Files beside the sources, by the names that package.json's `imports` gives them.
declare module '#style';
declare module '#about' {
  const about: { name: string; version: string };
  export default about;
}
