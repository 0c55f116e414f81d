// Modules that the `imports` field of package.json defines.
declare module '#style';
declare module '#about' {
  const about: { name: string; version: string };
  export default about;
}
